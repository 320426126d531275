import type { SaidPart } from './split-said.ts';

/** Cuts a text where what is searched for stands in it, however its letters are written; nothing of it is lost. */
export function splitFound(text: string, search: string): SaidPart[] {
  const sought = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Letters that are longer when they are small would move every place behind them.
  if (sought === '' || lower.length !== text.length) return [{ text, isSaid: false }];
  const parts: SaidPart[] = [];
  let at = 0;
  for (let found = lower.indexOf(sought); found !== -1; found = lower.indexOf(sought, at)) {
    if (found > at) parts.push({ text: text.slice(at, found), isSaid: false });
    at = found + sought.length;
    parts.push({ text: text.slice(found, at), isSaid: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at), isSaid: false });
  return parts;
}
