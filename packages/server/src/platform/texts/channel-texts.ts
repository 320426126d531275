import type { Locale } from '@otvet/contract';
import english from '@otvet/contract/texts/en/channels.json' with { type: 'json' };
import englishShell from '@otvet/contract/texts/en/shell.json' with { type: 'json' };
import russian from '@otvet/contract/texts/ru/channels.json' with { type: 'json' };
import russianShell from '@otvet/contract/texts/ru/shell.json' with { type: 'json' };

const catalogues: Record<Locale, ReadonlyMap<string, string>> = {
  ru: new Map(Object.entries({ ...russian, ...russianShell })),
  en: new Map(Object.entries({ ...english, ...englishShell })),
};

/** What the screens say of channels and call them, for mails about them; undefined for a key that no build knows. */
export function channelTexts(locale: Locale, key: string): string | undefined {
  return catalogues[locale].get(key);
}
