import { createHash } from 'node:crypto';
import { linesOf } from '../lines-of.ts';

/** Longer texts are cut: models read no more of them, and some refuse. */
const MAX_CHARACTERS = 4000;

/** `part`: 0 the question of a pair or the whole of a piece, then the phrasings of the pair. */
export type TextToEmbed = { part: number; text: string; hash: string };

type Stored = { kind: 'qa' | 'file' | 'page'; question: string; phrasings: string; body: string };

/** What of a passage is turned into vectors: each way to ask a pair; of a file or page the headings with the piece. */
export function textsToEmbed({ kind, question, phrasings, body }: Stored): TextToEmbed[] {
  const texts = kind === 'qa' ? [question, ...linesOf(phrasings)] : [question === '' ? body : `${question}\n${body}`];
  const seen = new Set<string>();
  return texts.flatMap((whole, part) => {
    const text = cutText(whole);
    const hash = createHash('sha256').update(text).digest('base64url');
    if (text === '' || seen.has(hash)) return [];
    seen.add(hash);
    return [{ part, text, hash }];
  });
}

export const cutText = (text: string): string => text.slice(0, MAX_CHARACTERS).toWellFormed().trim();
