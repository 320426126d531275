import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SentenceModel } from './make-sentence-model.ts';

/** Puts the files of a model into a folder. */
export async function writeModel(folder: string, model: SentenceModel): Promise<void> {
  for (const [path, bytes] of Object.entries(model)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}
