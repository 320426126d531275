/** A part of a passage, and whether it was said. */
export type SaidPart = { text: string; isSaid: boolean };

/** Cuts a passage where the said lines begin and end, each where it stands first; nothing of it is lost. */
export function splitSaid(passage: string, words: string): SaidPart[] {
  const parts: SaidPart[] = [];
  let at = 0;
  for (const line of words.split('\n').filter((one) => one !== '')) {
    const found = passage.indexOf(line, at);
    if (found < 0) continue;
    if (found > at) parts.push({ text: passage.slice(at, found), isSaid: false });
    parts.push({ text: line, isSaid: true });
    at = found + line.length;
  }
  if (at < passage.length) parts.push({ text: passage.slice(at), isSaid: false });
  return parts;
}
