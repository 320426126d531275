import type { Locale } from '@otvet/contract';

/** Parts of the catalogue: a screen loads those that it speaks. `common`, of the shell and of errors, is always there. */
export type TextFeature =
  | 'assistant'
  | 'auth'
  | 'channels'
  | 'checks'
  | 'common'
  | 'debug'
  | 'dialogs'
  | 'knowledge'
  | 'meaning'
  | 'settings'
  | 'sources'
  | 'steps'
  | 'wizard';

type Load = () => Promise<{ default: Record<string, string> }>;

const parts: Record<Locale, Record<TextFeature, Load>> = {
  ru: {
    assistant: () => import('@otvet/contract/texts/ru/assistant.json'),
    auth: () => import('@otvet/contract/texts/ru/auth.json'),
    channels: () => import('@otvet/contract/texts/ru/channels.json'),
    checks: () => import('@otvet/contract/texts/ru/checks.json'),
    common: async () => ({ default: (await import('./common-ru.ts')).texts }),
    debug: () => import('@otvet/contract/texts/ru/debug.json'),
    dialogs: () => import('@otvet/contract/texts/ru/dialogs.json'),
    knowledge: () => import('@otvet/contract/texts/ru/knowledge.json'),
    meaning: () => import('@otvet/contract/texts/ru/meaning.json'),
    settings: () => import('@otvet/contract/texts/ru/settings.json'),
    sources: () => import('@otvet/contract/texts/ru/sources.json'),
    steps: () => import('@otvet/contract/texts/ru/steps.json'),
    wizard: () => import('@otvet/contract/texts/ru/wizard.json'),
  },
  en: {
    assistant: () => import('@otvet/contract/texts/en/assistant.json'),
    auth: () => import('@otvet/contract/texts/en/auth.json'),
    channels: () => import('@otvet/contract/texts/en/channels.json'),
    checks: () => import('@otvet/contract/texts/en/checks.json'),
    common: async () => ({ default: (await import('./common-en.ts')).texts }),
    debug: () => import('@otvet/contract/texts/en/debug.json'),
    dialogs: () => import('@otvet/contract/texts/en/dialogs.json'),
    knowledge: () => import('@otvet/contract/texts/en/knowledge.json'),
    meaning: () => import('@otvet/contract/texts/en/meaning.json'),
    settings: () => import('@otvet/contract/texts/en/settings.json'),
    sources: () => import('@otvet/contract/texts/en/sources.json'),
    steps: () => import('@otvet/contract/texts/en/steps.json'),
    wizard: () => import('@otvet/contract/texts/en/wizard.json'),
  },
};

/** The texts of a feature in one language. */
export async function loadCatalogue(locale: Locale, feature: TextFeature): Promise<Record<string, string>> {
  return (await parts[locale][feature]()).default;
}
