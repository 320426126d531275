import type { Locale } from '@otvet/contract';

/** The language of an answer by `Accept-Language`: Russian unless something is asked for, English when that is neither. */
export function negotiateLocale(header: string | undefined): Locale {
  const wishes = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(readPreference)
    .filter(({ language, weight }) => weight > 0 && /^[a-z]+$/.test(language))
    .sort((a, b) => b.weight - a.weight);
  if (wishes.length === 0) return 'ru';
  return wishes.find(({ language }) => language === 'ru' || language === 'en')?.language === 'ru' ? 'ru' : 'en';
}

function readPreference(part: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = part.trim().split(';');
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  const weight = quality === undefined ? 1 : Number(quality);
  return { language: tag.toLowerCase().split('-')[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight };
}
