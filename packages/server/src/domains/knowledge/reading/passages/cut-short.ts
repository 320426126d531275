/** The beginning of a text, of at most `max` UTF-16 units; never half a letter. */
export function cutShort(text: string, max: number): string {
  return text.slice(0, endWithin(text, max));
}

/** Where a part ends that may end at `end`: never between the halves of a letter. */
export function endWithin(text: string, end: number): number {
  const isWithinLetter = isHalf(text, { at: end - 1, half: 0xd800 }) && isHalf(text, { at: end, half: 0xdc00 });
  return isWithinLetter ? end - 1 : end;
}

function isHalf(text: string, { at, half }: { at: number; half: number }): boolean {
  return (text.charCodeAt(at) & 0xfc00) === half;
}
