// No schema stands here: browsers take it without the schema library.
const MAX_LINE_CHARACTERS = 160;

/** A message with buttons: its words, without the numbered lines that the buttons say whole, and what a press says. */
export type LabelledChoices = { text: string; labels: string[] };

/** Numbered lines, one for each choice: what stands in the text, for who has no buttons. */
export function listChoices(choices: readonly string[]): string {
  return choices.map(writeChoice).join('\n');
}

/** What is offered as a channel with buttons shows it. Undefined where they do not fit, or where two of them would say the same. */
export function labelChoices(
  { text, choices }: { text: string; choices: readonly string[] },
  { max, labelLength }: { max: number; labelLength: number },
): LabelledChoices | undefined {
  if (choices.length === 0 || choices.length > max) return undefined;
  const labels = choices.map((choice) => cutLine(choice, labelLength));
  if (new Set(labels.map(fold)).size < labels.length) return undefined;
  // Of a cut label only the line tells the whole.
  const isCut = labels.some((label, place) => label !== toLine(choices[place] ?? ''));
  return { text: isCut ? text : text.split(listChoices(choices)).join('').trim(), labels };
}

/** The place of the choice that a message says in its own words, as a button does, cut or whole. */
export function findPressed(choices: readonly string[], said: string): number | undefined {
  const line = fold(said);
  const lines = choices.map(fold);
  const whole = lines.indexOf(line);
  if (whole >= 0) return whole;
  const start = line.endsWith('…') ? line.slice(0, -1) : '';
  const places = lines.flatMap((choice, place) => (start !== '' && choice.startsWith(start) ? [place] : []));
  return places.length === 1 ? places[0] : undefined;
}

const writeChoice = (choice: string, place: number): string =>
  `${place + 1}) ${cutLine(choice, MAX_LINE_CHARACTERS + 1)}`;

/** At most so many UTF-16 units, the dots included. */
function cutLine(text: string, maxLength: number): string {
  const line = toLine(text);
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

const fold = (text: string): string => toLine(text).toLowerCase();

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
