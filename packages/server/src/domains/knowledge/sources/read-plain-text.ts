import type { BytesToRead, ReadResult } from './deps.ts';

/** Reads what is plain text: a paragraph is a passage. */
export async function readPlainText({ bytes, name, onProgress }: BytesToRead): Promise<ReadResult> {
  if (!/\.(?:txt|md)$/.test(name)) return { kind: 'refused', reason: 'wrong_type' };
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const passages = text.split('\n\n').flatMap((part) => {
    const paragraph = part.trim();
    return paragraph === '' ? [] : [{ trail: [], text: paragraph, place: {} }];
  });
  onProgress(1, 1);
  if (passages.length === 0) return { kind: 'refused', reason: 'no_text' };
  return { kind: 'read', document: { title: null, language: null, pages: 1 }, passages };
}
