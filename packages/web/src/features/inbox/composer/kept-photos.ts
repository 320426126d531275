import { type KeptFile, readOwnFiles, writeOwnFiles } from '../../../platform/session/own-files.ts';

/** A picture that will go with the message. `id` and `url` are known when it is uploaded. */
export type Photo = KeptFile & { name: string; preview: string; error: string | null };

/** The server removes an uploaded file that no message refers to after a day; before that it is uploaded again. */
const UPLOAD_IS_GOOD_MS = 12 * 3_600_000;

const nameOf = (uniqueId: string) => `photos.${uniqueId}`;

export function toPhoto(kept: KeptFile): Photo {
  return { ...kept, name: kept.file.name, preview: URL.createObjectURL(kept.file), error: null };
}

/** The pictures that the signed-in person added in a dialog and did not send. */
export async function readKeptPhotos(uniqueId: string, now: number): Promise<Photo[]> {
  const kept = await readOwnFiles(nameOf(uniqueId));
  return kept.map((photo) => {
    const isGood = photo.uploadedAt !== null && now - photo.uploadedAt < UPLOAD_IS_GOOD_MS;
    return toPhoto(isGood ? photo : { ...photo, id: null, url: null, uploadedAt: null });
  });
}

/** Keeps them over another dialog, a reload and a session that is over. */
export function keepPhotos(uniqueId: string, photos: readonly Photo[]): void {
  const kept = photos.map(({ key, file, id, url, uploadedAt }) => ({ key, file, id, url, uploadedAt }));
  void writeOwnFiles(nameOf(uniqueId), kept);
}
