import { limits } from '@otvet/contract/values';
import { useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showToast } from '../../../platform/toast/show-toast.ts';

/** A picture that will go with the message. `url` is known when it is uploaded. */
export type Photo = {
  key: string;
  name: string;
  preview: string;
  id: string | null;
  url: string | null;
  error: string | null;
};

function refuse(files: readonly File[], max: number): File[] {
  const images = files.filter((file) => file.type.startsWith('image/'));
  const small = images.filter((file) => file.size <= limits.photoBytes);
  if (images.length < files.length) showToast({ kind: 'warning', message: translate('errors.files.wrong_type') });
  if (small.length < images.length) showToast({ kind: 'warning', message: translate('errors.files.too_large') });
  if (small.length > max)
    showToast({ kind: 'warning', message: translate('dialogs.composer.too_many', { count: limits.photoMax }) });
  return small.slice(0, Math.max(0, max));
}

/** Pictures of the message being written: each is uploaded as soon as it is added. */
export function usePhotos(max: number) {
  const [photos, setPhotos] = useState<Photo[]>([]);

  const change = (key: string, patch: Partial<Photo>) =>
    setPhotos((list) => list.map((photo) => (photo.key === key ? { ...photo, ...patch } : photo)));

  const upload = async (file: File) => {
    const key = crypto.randomUUID();
    const photo: Photo = { key, name: file.name, preview: URL.createObjectURL(file), id: null, url: null, error: null };
    setPhotos((list) => [...list, photo]);
    try {
      change(key, await api.chat.uploadPhotos({ file }));
    } catch (error) {
      change(key, { error: errorText(error) });
    }
  };

  return {
    photos,
    add: (files: readonly File[]) => {
      for (const file of refuse(files, max - photos.length)) void upload(file);
    },
    remove: (key: string) => setPhotos((list) => list.filter((photo) => photo.key !== key)),
    clear: () => setPhotos([]),
    ready: photos.flatMap(({ id, url }) => (id === null || url === null ? [] : [{ id, url }])),
    isUploading: photos.some(({ url, error }) => url === null && error === null),
    hasFailed: photos.some(({ error }) => error !== null),
  };
}
