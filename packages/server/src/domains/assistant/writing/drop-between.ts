/**
 * Text without what stands between an opening and the next closing, both included; an opening without an end stays. Both
 * patterns are global. No text is searched twice, as it would be by one pattern for the whole.
 */
export function dropBetween(text: string, { opening, closing }: { opening: RegExp; closing: RegExp }): string {
  let kept = '';
  let at = 0;
  for (const { index } of text.matchAll(opening)) {
    if (index < at) continue;
    closing.lastIndex = index;
    const end = closing.exec(text);
    if (end === null) break;
    kept += text.slice(at, index);
    at = closing.lastIndex;
  }
  return kept + text.slice(at);
}
