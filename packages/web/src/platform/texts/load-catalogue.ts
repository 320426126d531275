import type { Locale } from '@otvet/contract';

/** Parts of the catalogue: a screen loads those that it speaks. `shell` and `errors` are always there. */
export type TextFeature = 'auth' | 'channels' | 'debug' | 'dialogs' | 'errors' | 'knowledge' | 'settings' | 'shell';

type Load = () => Promise<{ default: Record<string, string> }>;

const parts: Record<Locale, Record<TextFeature, Load>> = {
  ru: {
    auth: () => import('@otvet/contract/texts/ru/auth.json'),
    channels: () => import('@otvet/contract/texts/ru/channels.json'),
    debug: () => import('@otvet/contract/texts/ru/debug.json'),
    dialogs: () => import('@otvet/contract/texts/ru/dialogs.json'),
    errors: () => import('@otvet/contract/texts/ru/errors.json'),
    knowledge: () => import('@otvet/contract/texts/ru/knowledge.json'),
    settings: () => import('@otvet/contract/texts/ru/settings.json'),
    shell: () => import('@otvet/contract/texts/ru/shell.json'),
  },
  en: {
    auth: () => import('@otvet/contract/texts/en/auth.json'),
    channels: () => import('@otvet/contract/texts/en/channels.json'),
    debug: () => import('@otvet/contract/texts/en/debug.json'),
    dialogs: () => import('@otvet/contract/texts/en/dialogs.json'),
    errors: () => import('@otvet/contract/texts/en/errors.json'),
    knowledge: () => import('@otvet/contract/texts/en/knowledge.json'),
    settings: () => import('@otvet/contract/texts/en/settings.json'),
    shell: () => import('@otvet/contract/texts/en/shell.json'),
  },
};

/** The texts of a feature in one language. */
export async function loadCatalogue(locale: Locale, feature: TextFeature): Promise<Record<string, string>> {
  return (await parts[locale][feature]()).default;
}
