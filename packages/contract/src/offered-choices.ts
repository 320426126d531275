// No schema stands here: browsers take it without the schema library.
import type { DecisionKind, Source } from './chat.ts';

const MAX_TITLE_CHARACTERS = 160;

/** A question back as it is stored and sent where a channel has no buttons: words, then numbered lines. */
type Offer = { text: string; decision: DecisionKind | null; sources: readonly Pick<Source, 'title'>[] };

/** The same with buttons: the words without the lines, and what a press says. */
export type OfferedChoices = { text: string; choices: string[] };

/** Numbered lines, one for each choice. */
export function listChoices(choices: readonly string[]): string {
  return choices.map(writeChoice).join('\n');
}

/**
 * What a question back offers: the titles of its sources, then what else its lines say (to call a person). Undefined for
 * anything else, and for a question back of a model: that one has no lines, and only the model knows what it meant.
 */
export function readChoices({ text, decision, sources }: Offer): OfferedChoices | undefined {
  if (decision !== 'clarify' || sources.length === 0) return undefined;
  const lines = text.split('\n');
  const first = lines.indexOf(writeChoice(sources[0]?.title ?? '', 0));
  const isListed =
    first >= 0 && sources.every(({ title }, place) => lines[first + place] === writeChoice(title, place));
  if (!isListed) return undefined;
  const choices = sources.map(({ title }) => toLine(title));
  let next = lines[first + choices.length];
  while (next?.startsWith(numberOf(choices.length))) {
    choices.push(next.slice(numberOf(choices.length).length));
    next = lines[first + choices.length];
  }
  const words = [...lines.slice(0, first), ...lines.slice(first + choices.length)];
  return { text: words.join('\n').trim(), choices };
}

/** What stands on the buttons of a channel, no longer than its limit. Undefined where two of them would say the same. */
export function labelChoices(choices: readonly string[], maxLength: number): string[] | undefined {
  const labels = choices.map((choice) => cutLine(choice, maxLength));
  return new Set(labels.map(fold)).size === labels.length ? labels : undefined;
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

const writeChoice = (title: string, place: number): string =>
  numberOf(place) + cutLine(title, MAX_TITLE_CHARACTERS + 1);

/** At most so many UTF-16 units, the dots included. */
function cutLine(text: string, maxLength: number): string {
  const line = toLine(text);
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

const fold = (text: string): string => toLine(text).toLowerCase();

const numberOf = (place: number): string => `${place + 1}) `;

const toLine = (title: string): string => title.replace(/\s+/g, ' ').trim();
