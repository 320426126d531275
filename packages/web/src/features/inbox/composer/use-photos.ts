import { limits } from '@otvet/contract/values';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showToast } from '../../../platform/toast/show-toast.ts';
import { keepPhotos, type Photo, readKeptPhotos, toPhoto } from './kept-photos.ts';

function refuse(files: readonly File[], max: number): File[] {
  const images = files.filter((file) => file.type.startsWith('image/'));
  const small = images.filter((file) => file.size <= limits.photoBytes);
  if (images.length < files.length) showToast({ kind: 'warning', message: translate('errors.files.wrong_type') });
  if (small.length < images.length) showToast({ kind: 'warning', message: translate('errors.files.too_large') });
  if (small.length > max)
    showToast({ kind: 'warning', message: translate('dialogs.composer.too_many', { count: limits.photoMax }) });
  return small.slice(0, Math.max(0, max));
}

/** Pictures of the message being written: each is uploaded as soon as it is added, and kept until it is sent or removed. */
export function usePhotos(uniqueId: string, max: number) {
  const [photos, setPhotos] = useState<Photo[]>([]);
  const latest = useRef<Photo[]>([]);
  const isShown = useRef(false);

  const put = (next: Photo[]) => {
    // What ends after the dialog was left knows nothing of what stands there now.
    if (!isShown.current) return;
    latest.current = next;
    setPhotos(next);
    keepPhotos(uniqueId, next);
  };
  const change = (key: string, patch: Partial<Photo>) =>
    put(latest.current.map((photo) => (photo.key === key ? { ...photo, ...patch } : photo)));
  const upload = async ({ key, file }: Photo) => {
    try {
      change(key, { ...(await api.chat.uploadPhotos({ file, purpose: 'message' })), uploadedAt: Date.now() });
    } catch (error) {
      change(key, { error: errorText(error) });
    }
  };
  const restore = useEffectEvent((kept: Photo[]) => {
    if (kept.length === 0) return;
    put([...kept, ...latest.current]);
    for (const photo of kept) if (photo.id === null) void upload(photo);
  });

  useEffect(() => {
    isShown.current = true;
    void readKeptPhotos(uniqueId, Date.now()).then(restore);
    return () => {
      isShown.current = false;
    };
  }, [uniqueId]);

  return {
    photos,
    add: (files: readonly File[]) => {
      const added = refuse(files, max - photos.length).map((file) =>
        toPhoto({ key: crypto.randomUUID(), file, id: null, url: null, uploadedAt: null }),
      );
      put([...latest.current, ...added]);
      for (const photo of added) void upload(photo);
    },
    remove: (key: string) => put(latest.current.filter((photo) => photo.key !== key)),
    clear: () => put([]),
    ready: photos.flatMap(({ id, url }) => (id === null || url === null ? [] : [{ id, url }])),
    isUploading: photos.some(({ url, error }) => url === null && error === null),
    hasFailed: photos.some(({ error }) => error !== null),
  };
}
