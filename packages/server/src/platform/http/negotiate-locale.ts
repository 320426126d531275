import type { Locale } from '@otvet/contract';

/** The language of an answer by `Accept-Language`; Russian where nothing fits. */
export function negotiateLocale(header: string | undefined): Locale {
  const wishes = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(readWish)
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const language = wishes.find((wish) => wish.language === 'ru' || wish.language === 'en')?.language;
  return language === 'en' ? 'en' : 'ru';
}

function readWish(part: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = part.trim().split(';');
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  const weight = quality === undefined ? 1 : Number(quality);
  return { language: tag.toLowerCase().split('-')[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight };
}
