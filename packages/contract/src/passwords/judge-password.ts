import { limits } from '../limits.ts';
import { onCyrillicKeys, onLatinKeys } from './keyboard-layouts.ts';
import { ownWords } from './own-words.ts';
import { findPlainPattern, isOfNames, isOfOwnWords } from './plain-pattern.ts';

/** What makes a password weak, named for the texts: `auth.strength.warning.<name>`. */
export const passwordWarnings = [
  'short',
  'long',
  'own',
  'common',
  'layout',
  'keys',
  'repeat',
  'sequence',
  'date',
  'word',
  'name',
  'guessable',
] as const;
export type PasswordWarning = (typeof passwordWarnings)[number];

/** What would make it strong: `auth.strength.advice.<name>`. */
export const passwordAdvice = ['more_words', 'no_masks', 'no_repeats', 'no_dates'] as const;
export type PasswordAdvice = (typeof passwordAdvice)[number];

export type PasswordVerdict = {
  /** `weak` is refused. */
  strength: 'weak' | 'fair' | 'strong';
  warning: PasswordWarning | undefined;
  advice: PasswordAdvice[];
};

/** How many tries a guesser needs, and why: zxcvbn, which each end loads by itself. */
export type StrengthEstimator = {
  check(
    password: string,
    words: string[],
  ): { guesses: number; feedback: { warning: string | null; suggestions: readonly string[] } };
};

/**
 * How far both ends look: enough to tell a weak password. The time of an estimate grows with the square of the length and
 * with the ways to read signs as letters, of which hostile texts have very many.
 */
export const judgedBounds = { maxLength: 24, l33tMaxSubstitutions: 16 } as const;
const FAIR_GUESSES = 1e7;
const STRONG_GUESSES = 1e10;

type Question = { password: string; email: string; about: readonly string[]; estimator: StrengthEstimator };

/**
 * Judges a password, alike in the browser, which tells, and on the server, which decides. `about`: what else is known of
 * the person. Any characters are allowed and none is asked for.
 */
export function judgePassword({ password, email, about, estimator }: Question): PasswordVerdict {
  if (password.length < limits.passwordMin) return weak('short', ['more_words']);
  if (password.length > limits.passwordMax) return weak('long', []);
  const folded = password.normalize('NFKC').trim().toLowerCase();
  if (isOwnAddress(folded, email)) return weak('own', ['more_words']);
  const words = ownWords([email, ...about]);
  const verdict = judgeByGuesses({ password, folded, words, estimator });
  if (verdict.strength !== 'weak') return verdict;
  return { ...verdict, warning: findPlainPattern(folded, words) ?? verdict.warning };
}

function judgeByGuesses(input: {
  password: string;
  folded: string;
  words: string[];
  estimator: StrengthEstimator;
}): PasswordVerdict {
  const { password, folded, words, estimator } = input;
  if (isOfNames(folded)) return weak('name', ['more_words']);
  if (isOfOwnWords(folded, words)) return weak('own', ['more_words']);
  const asTyped = password.normalize('NFKC').slice(0, judgedBounds.maxLength);
  const estimateOf = (text: string) => estimator.check(text.slice(0, judgedBounds.maxLength), words);
  const estimate = estimateOf(asTyped);
  if (estimate.guesses < FAIR_GUESSES) return toWeak(estimate.feedback);
  // A sign at the end, as companies ask for it, is tried first by those who guess.
  const core = asTyped.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
  if (core !== '' && core !== asTyped && estimateOf(core).guesses < FAIR_GUESSES)
    return weak('guessable', ['more_words', 'no_masks']);
  const retyped = [onLatinKeys(folded), onCyrillicKeys(folded)].filter((text) => text !== folded);
  if (retyped.some((text) => isOfNames(text) || isOfOwnWords(text, words) || estimateOf(text).guesses < FAIR_GUESSES))
    return weak('layout', ['more_words']);
  return { strength: estimate.guesses < STRONG_GUESSES ? 'fair' : 'strong', warning: undefined, advice: [] };
}

function isOwnAddress(folded: string, email: string): boolean {
  const address = email.trim().toLowerCase();
  if (address === '') return false;
  const [mailbox = ''] = address.split('@');
  return folded === address || folded === mailbox || stripSigns(folded) === mailbox;
}

/** Cuts digits and signs off both ends. */
function stripSigns(text: string): string {
  return text.replace(/^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu, '');
}

function weak(warning: PasswordWarning, advice: PasswordAdvice[]): PasswordVerdict {
  return { strength: 'weak', warning, advice };
}

/** Names of zxcvbn → ours. https://github.com/zxcvbn-ts/zxcvbn (translation keys, read 2026-11-22) */
const warnings: Record<string, PasswordWarning> = {
  straightRow: 'keys',
  keyPattern: 'keys',
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
  sequences: 'sequence',
  recentYears: 'date',
  dates: 'date',
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'word',
  namesByThemselves: 'name',
  commonNames: 'name',
  userInputs: 'own',
};

const suggestions: Record<string, PasswordAdvice> = {
  l33t: 'no_masks',
  reverseWords: 'no_masks',
  allUppercase: 'no_masks',
  capitalization: 'no_masks',
  dates: 'no_dates',
  recentYears: 'no_dates',
  associatedYears: 'no_dates',
  sequences: 'no_repeats',
  repeated: 'no_repeats',
  longerKeyboardPattern: 'no_repeats',
};

function toWeak(feedback: { warning: string | null; suggestions: readonly string[] }): PasswordVerdict {
  const advice = feedback.suggestions.flatMap((name) => suggestions[name] ?? []);
  return weak(warnings[feedback.warning ?? ''] ?? 'guessable', [...new Set<PasswordAdvice>(['more_words', ...advice])]);
}
