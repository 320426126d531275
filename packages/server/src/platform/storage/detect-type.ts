import { fileTypeFromBuffer } from 'file-type';

/** Runs in the confined process: the type of a file by its content. */
export async function run(bytes: Buffer): Promise<{ mime: string; ext: string } | null> {
  const found = await fileTypeFromBuffer(bytes);
  return found === undefined ? null : { mime: found.mime, ext: found.ext };
}
