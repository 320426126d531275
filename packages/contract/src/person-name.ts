import { parse } from 'tldts';
import { text } from './fields.ts';
import { limits } from './limits.ts';

/** Why a name is refused: a key of `errors.field.*`. */
export type NameFault = 'name_characters' | 'name_address';

/** Line breaks, other control characters, and marks that turn the direction of what stands around them. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** What has no look of its own, and so could stand in the middle of an address. */
const INVISIBLE = /\p{Cf}/gu;
/** The full stops of other scripts, which browsers read as dots. */
const OTHER_DOTS = /[\u3002\uff61]/g;
const BETWEEN_HOSTS = /[^\p{L}\p{M}\p{N}.-]+/u;
/** `https://`, `mailto:x`, a mail address, or something that begins like a site. */
const ADDRESS_MARK = /@|:\/|[a-z0-9+.-]:[^\s]|\bwww\d?\./i;

/**
 * What is wrong with the name of a person; undefined where nothing is. Mails begin with it, and mail programs turn whatever
 * looks like an address into a link: a stranger must not choose where it leads. A dot inside a word counts when an ending
 * of sites follows, so `А.С.Пушкин` and `Сергей К.` are names.
 */
export function findNameFault(name: string): NameFault | undefined {
  if (HIDDEN.test(name)) return 'name_characters';
  const plain = foldLetters(name).replaceAll(INVISIBLE, '').replaceAll(OTHER_DOTS, '.');
  return ADDRESS_MARK.test(plain) || plain.split(BETWEEN_HOSTS).some(isHost) ? 'name_address' : undefined;
}

/** Mail programs do not look at the size of letters, and the list of endings knows small ones alone. */
function foldLetters(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function isHost(word: string): boolean {
  if (!word.includes('.')) return false;
  if (parse(word, { validateHostname: false }).isIp) return true;
  const labels = word.split('.');
  return labels.some((label, at) => at > 0 && labels[at - 1] !== '' && isEndingOfSites(label));
}

/** By the public suffix list; no ending has one letter, and initials are common. */
function isEndingOfSites(label: string): boolean {
  return label.length > 1 && parse(`site.${label}`).isIcann === true;
}

/** The name of a person: what mails may greet with. Empty is allowed. */
export const personName = text(limits.personName).superRefine((name, context) => {
  const fault = findNameFault(name);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});
