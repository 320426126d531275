import type { Locale } from '@otvet/contract';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Where a number without a country is dialled. */
const homes: Record<Locale, CountryCode | undefined> = { ru: 'RU', en: undefined };

type Phone = { phone: string; country: string | null };

/** A phone as people type it: with its country, with the country's digits alone, or as it is dialled at home. */
export function readPhone(typed: string, locale: Locale): Phone | undefined {
  const text = typed.trim();
  const home = homes[locale];
  const readings = text.startsWith('+')
    ? [parsePhoneNumberFromString(text, { extract: false })]
    : [
        home && parsePhoneNumberFromString(text, { defaultCountry: home, extract: false }),
        parsePhoneNumberFromString(`+${text}`, { extract: false }),
      ];
  const read = readings.find((reading) => reading?.isValid());
  return read && { phone: read.number, country: read.country ?? null };
}
