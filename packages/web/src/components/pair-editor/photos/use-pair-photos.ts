import type { PairPhoto } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showToast } from '../../../platform/toast/show-toast.ts';

/** A picture of the pair; `id` is known when it is uploaded. */
export type EditedPhoto = { key: string; id: string | null; name: string; src: string; error: string | null };

const IMAGE = /^image\/(?:jpeg|png|gif|webp)$/;

function accept(files: readonly File[], room: number): File[] {
  const images = files.filter((file) => IMAGE.test(file.type));
  const small = images.filter((file) => file.size <= limits.photoBytes);
  if (images.length < files.length) showToast({ kind: 'warning', message: translate('errors.files.wrong_type') });
  if (small.length < images.length) showToast({ kind: 'warning', message: translate('errors.files.too_large') });
  if (small.length > room) showToast({ kind: 'warning', message: translate('errors.knowledge.photo_limit') });
  return small.slice(0, Math.max(0, room));
}

const toEdited = ({ id, name, url }: PairPhoto): EditedPhoto => ({ key: id, id, name, src: url, error: null });

/** The pictures of a pair while it is written: each is uploaded as soon as it is added, and shown by nobody before it is saved. */
export function usePairPhotos(saved: readonly PairPhoto[]) {
  const [photos, setPhotos] = useState(() => saved.map(toEdited));
  // The pair may be changed by others while it is open here.
  const [seen, setSeen] = useState(() => saved.map(({ id }) => id));
  const latest = useRef(photos);
  const own = useRef<string[]>([]);
  const files = useRef(new Map<string, File>());
  useEffect(() => () => own.current.forEach(URL.revokeObjectURL), []);

  const put = (next: EditedPhoto[]) => {
    latest.current = next;
    setPhotos(next);
  };
  const patch = (key: string, change: Partial<EditedPhoto>) =>
    put(latest.current.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)));
  const upload = async (key: string, file: File) => {
    const result = await api.chat.uploadPhotos({ file }).then(
      ({ id }) => ({ id }),
      (error: unknown) => ({ error: errorText(error) }),
    );
    patch(key, result);
  };
  const ids = photos.flatMap(({ id }) => id ?? []);
  return {
    photos,
    ids,
    seen,
    isChanged: photos.length !== seen.length || photos.some(({ id }, at) => id !== seen[at]),
    isUploading: photos.some(({ id, error }) => id === null && error === null),
    hasFailed: photos.some(({ error }) => error !== null),
    add: (chosen: readonly File[]) => {
      const added = accept(chosen, limits.photoMax - latest.current.length).map((file) => {
        const src = URL.createObjectURL(file);
        own.current.push(src);
        return { file, photo: { key: crypto.randomUUID(), id: null, name: file.name, src, error: null } };
      });
      put([...latest.current, ...added.map(({ photo }) => photo)]);
      for (const { file, photo } of added) {
        files.current.set(photo.key, file);
        void upload(photo.key, file);
      }
    },
    /** Uploads a picture that failed once more. */
    retry: (key: string) => {
      const file = files.current.get(key);
      if (file === undefined) return;
      patch(key, { error: null });
      void upload(key, file);
    },
    remove: (key: string) => put(latest.current.filter((photo) => photo.key !== key)),
    /** Puts a picture where another one stands. */
    move: (key: string, to: number) => {
      const moved = latest.current.find((photo) => photo.key === key);
      if (moved === undefined) return;
      const others = latest.current.filter((photo) => photo.key !== key);
      put([...others.slice(0, to), moved, ...others.slice(to)]);
    },
    /** Those that are saved go with their pair; the new ones stay. */
    dropSaved: () => {
      put(latest.current.filter(({ id }) => id === null || !seen.includes(id)));
      setSeen([]);
    },
    reset: (next: readonly PairPhoto[]) => {
      setSeen(next.map(({ id }) => id));
      put(next.map(toEdited));
    },
  };
}

export type PairPhotos = ReturnType<typeof usePairPhotos>;
