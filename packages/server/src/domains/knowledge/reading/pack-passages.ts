import { createRest, type Pause } from '../../../platform/time/create-rest.ts';
import type { PassageDraft } from './document.ts';

/** Of one pack: reading a whole book back at once would hold up everybody for as long as several answers take. */
export const PACK_CHARACTERS = 4_000;

/** Passages on their way out of the confined process, in packs that are read one by one. */
export function packPassages(passages: Iterable<PassageDraft>): Uint8Array[] {
  const packs: Uint8Array[] = [];
  let open: PassageDraft[] = [];
  let characters = 0;
  const close = () => {
    if (open.length > 0) packs.push(Buffer.from(JSON.stringify(open)));
    open = [];
    characters = 0;
  };
  for (const passage of passages) {
    open.push(passage);
    characters += passage.trail.reduce((sum, { length }) => sum + length, passage.text.length);
    if (characters >= PACK_CHARACTERS) close();
  }
  close();
  return packs;
}

/** `read`: proves what a pack holds; it comes from where bytes of outsiders were read. After each pack others get their turn. */
export async function unpackPassages(
  packs: readonly Uint8Array[],
  read: (value: unknown) => PassageDraft[],
  pause?: Pause,
): Promise<PassageDraft[]> {
  const passages: PassageDraft[] = [];
  const rest = createRest(1, pause);
  for (const pack of packs) {
    const text = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength).toString();
    for (const passage of read(JSON.parse(text))) passages.push(passage);
    await rest(1);
  }
  return passages;
}
