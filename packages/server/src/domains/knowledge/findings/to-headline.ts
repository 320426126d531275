const MAX_CHARACTERS = 160;

/** A text as one line that is short enough for a heading, cut between two words. */
export function toHeadline(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= MAX_CHARACTERS) return line;
  const head = line.slice(0, MAX_CHARACTERS);
  const end = line[MAX_CHARACTERS] === ' ' ? MAX_CHARACTERS : head.lastIndexOf(' ');
  // A text without spaces is cut where it must be.
  return `${head.slice(0, end > 0 ? end : MAX_CHARACTERS).toWellFormed()}…`;
}
