import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* Several rows have one name: the figure that is asked for tells which of them is meant, also after the name was picked. */

const kennel = table(
  ['Раздел', 'Услуга', 'Вес питомца', 'Цена'],
  [
    ['Передержка', 'Бокс утеплённый', 'до 8 кг', '800 ₽/сутки'],
    ['Передержка', 'Бокс утеплённый', 'от 8 до 25 кг', '1100 ₽/сутки'],
    ['Передержка', 'Бокс утеплённый', 'свыше 25 кг', '1400 ₽/сутки'],
    ['Уход', 'Купание и сушка', 'до 8 кг', '900 ₽'],
    ['Уход', 'Купание и сушка', 'от 8 до 25 кг', '1500 ₽'],
    ['Уход', 'Стрижка когтей', '', '300 ₽'],
  ],
);
const tyres = table(
  ['Категория', 'Услуга', 'Радиус', 'Легковой', 'Внедорожник'],
  [
    ['Колёса', 'Снятие и установка колеса', 'R13–R15', '170 ₽', '210 ₽'],
    ['Колёса', 'Снятие и установка колеса', 'R16–R18', '230 ₽', '270 ₽'],
    ['Баланс', 'Балансировка колеса', 'R13–R15', '180 ₽', '240 ₽'],
    ['Баланс', 'Балансировка колеса', 'R16–R18', '260 ₽', '310 ₽'],
    ['Ремонт', 'Правка литого диска', 'R13–R15', '1200 ₽', '1300 ₽'],
    ['Ремонт', 'Правка литого диска', 'R16–R18', '1900 ₽', '1950 ₽'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const { ask } = useTalks({
    kennel: { file: kennel.replaceAll('\n', joint) },
    tyres: { file: tyres.replaceAll('\n', joint) },
  });

  it.each([
    ['kennel', 'питомец 12 кг утеплённый бокс сколько за сутки', '1100'],
    ['kennel', 'купание и сушка 20 кг', '1500'],
    ['tyres', 'правка литого диска р17', '1900'],
    ['tyres', 'балансировка r14 легковая', '180'],
    ['tyres', 'снятие и установка R14', '170'],
    ['tyres', 'снятие и установка колеса R17 цена', '230'],
  ] as const)('%s, «%s»: its own row alone', async (business, question, price) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
    expect(text).not.toContain('\n');
  });

  it.each([
    ['tyres', 'правка штампованного диска R17'],
    ['tyres', 'правка диска R21'],
    ['tyres', 'снятие и установка R22 цена'],
    ['kennel', 'купание и сушка 40 кг цена'],
    ['kennel', 'стрижка таксы 12 кг цена'],
    ['kennel', 'бокс для попугая 12 кг цена'],
  ] as const)('risk: %s, «%s» gets a row of something else', async (business, question) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual([expect.stringMatching(/clarify|hand-over/), expect.not.stringContaining('₽')]);
  });

  it('a name that is picked keeps the figure of the question', async () => {
    const asked = 'правка штампованного диска R17';
    const { choices } = await ask('tyres', asked);
    expect(choices[0]?.text).toBe('Ремонт: Правка литого диска');
    const { kind, text } = await ask('tyres', asked, 'Ремонт: Правка литого диска');
    expect([kind, text]).toEqual(['answer', expect.stringContaining('1900')]);
    expect(text).not.toContain('\n');
  });

  it('risk: a name that is picked gets rows, none of which has the figure of the question', async () => {
    const asked = 'правка литого диска R21';
    const { choices } = await ask('tyres', asked);
    expect(choices[0]?.text).toBe('Ремонт: Правка литого диска');
    expect((await ask('tyres', asked, 'Ремонт: Правка литого диска')).kind).toBe('hand-over');
  });
});
