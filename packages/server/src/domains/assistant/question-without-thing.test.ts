import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «Берёте коз? сколько в сутки?»: the second question is of the goats, and of nothing else that has a price by the day. */

const kennel = table(
  ['Раздел', 'Услуга', 'Цена'],
  [
    ['Собаки', 'Вольер летний', '800 ₽/сутки'],
    ['Собаки', 'Вольер зимний', '1200 ₽/сутки'],
    ['Кошки', 'Комната', '600 ₽/сутки'],
    ['Прокат', 'Поводок', '50 ₽ за посещение'],
    ['Прокат', 'Переноска', '90 ₽ за посещение'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const { ask } = useTalks({ kennel: { file: kennel.replaceAll('\n', joint) } });

  it.each([
    'можно оставить козу? сколько в сутки?',
    'бассейн есть? сколько за посещение?',
    'берёте змей? цена за сутки и залог?',
  ])('risk: «%s» gets prices of other things', async (question) => {
    expect((await ask('kennel', question)).text).not.toContain('₽');
  });

  it('what is known of the first one is given', async () => {
    const { kind, text } = await ask('kennel', 'есть зимний вольер? сколько за сутки?');
    expect([kind, text]).toEqual(['answer', expect.stringContaining('1200')]);
    expect(text).not.toContain('800');
  });
});
