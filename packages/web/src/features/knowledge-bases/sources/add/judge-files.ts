import { isPictureName, isSourceName, limits, sourceEndings } from '@otvet/contract/values';

/** Why a file is not sent; the texts stand under `sources.refused.*`. */
export type FileFault = 'too_large' | 'empty' | 'type' | 'old_word';
export type JudgedFile<Given> = { file: Given; fault: FileFault | null };

/** What the window that chooses files offers. */
export const offerEndings = (readsPictures: boolean): string =>
  sourceEndings
    .map((ending) => `.${ending}`)
    .filter((ending) => readsPictures || !isPictureName(ending))
    .join(',');

/** Judges files before they are sent: what is wrong with one keeps no other. */
export function judgeFiles<Given extends { name: string; size: number }>(files: readonly Given[]): JudgedFile<Given>[] {
  return files.map((file) => ({ file, fault: findFault(file) }));
}

function findFault({ name, size }: { name: string; size: number }): FileFault | null {
  if (/\.doc$/i.test(name.trim())) return 'old_word';
  if (!isSourceName(name)) return 'type';
  if (size === 0) return 'empty';
  return size > limits.sourceBytes ? 'too_large' : null;
}
