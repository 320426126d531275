import type assistant from '@otvet/contract/texts/ru/assistant.json';
import type auth from '@otvet/contract/texts/ru/auth.json';
import type channels from '@otvet/contract/texts/ru/channels.json';
import type checks from '@otvet/contract/texts/ru/checks.json';
import type debug from '@otvet/contract/texts/ru/debug.json';
import type dialogs from '@otvet/contract/texts/ru/dialogs.json';
import type errors from '@otvet/contract/texts/ru/errors.json';
import type knowledge from '@otvet/contract/texts/ru/knowledge.json';
import type meaning from '@otvet/contract/texts/ru/meaning.json';
import type settings from '@otvet/contract/texts/ru/settings.json';
import type shell from '@otvet/contract/texts/ru/shell.json';
import type sources from '@otvet/contract/texts/ru/sources.json';
import type steps from '@otvet/contract/texts/ru/steps.json';
import type wizard from '@otvet/contract/texts/ru/wizard.json';

type Catalogue = typeof assistant &
  typeof auth &
  typeof channels &
  typeof checks &
  typeof debug &
  typeof dialogs &
  typeof errors &
  typeof knowledge &
  typeof meaning &
  typeof settings &
  typeof shell &
  typeof sources &
  typeof steps &
  typeof wizard;

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : Key;

/** A key of the catalogue, typed from Russian; plural forms are one key with `count`. */
export type TextKey = WithoutPlural<keyof Catalogue & string>;

export type TextParams = Record<string, string | number>;

/** Gives the text of a key in the language of the interface. */
export type Translate = (key: TextKey, params?: TextParams) => string;
