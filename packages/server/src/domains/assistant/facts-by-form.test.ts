import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* Owners write an address, a phone or the hours without saying what they are. */
const { ask, talkWith } = useTalks({
  notary: {
    file: `# Нотариус Сергеева
г. Тула, пр. Ленина, д. 85, офис 204 (вход со двора). Тел.: (4872) 33-44-55.

# Приём
Пн–пт 10–20, сб 11–18, вс выходной. Справки не выдаём.`,
  },
  printer: { file: '# Типография\nВоронеж, Кольцовская 35, цокольный этаж. Печатаем визитки.' },
  repair: { file: '# Repairs\nMon-Fri 9:30-17:30, Sat 10-14. Closed Sunday. 12 Park Row, BS1. Desk: 0113 496 0000.' },
  school: {
    file: `# Школа танца
Учим хастлу.

# Расписание
Вторник 17:00–18:00, дети. Четверг 19:00–20:00, взрослые.

# Самовывоз
Тула, Советская 4. Окна по цене 300–500 ₽.`,
  },
});

it.each([
  ['notary', 'адрес', 'г. Тула, пр. Ленина, д. 85, офис 204 (вход со двора).'],
  ['notary', 'телефон', 'Тел.: (4872) 33-44-55.'],
  ['notary', 'в воскресенье работаете', 'Пн–пт 10–20, сб 11–18, вс выходной.'],
  ['notary', 'до скольки работаете в субботу', 'Пн–пт 10–20, сб 11–18, вс выходной.'],
  ['printer', 'где вы находитесь', 'Воронеж, Кольцовская 35, цокольный этаж.'],
  ['repair', 'address', '12 Park Row, BS1.'],
  ['repair', 'phone number', 'Desk: 0113 496 0000.'],
  ['repair', 'are you open on sunday', 'Mon-Fri 9:30-17:30, Sat 10-14.\nClosed Sunday.'],
] as const)('%s, «%s»: known by its form', async (business, question, text) => {
  const decision = await ask(business, question);
  expect({ ...decision, text: decision.text.replaceAll(/(?<=14\.) /gu, '\n') }).toMatchObject({ kind: 'answer', text });
});

it.each([
  ['school', 'когда вы работаете', 'times of lessons as the hours'],
  ['school', 'ваш адрес', 'where things are picked up'],
  ['printer', 'телефон', 'an address as a phone'],
] as const)('risk: %s, «%s» gets %s', async (business, question, _what) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it('risk: of two lines that look like an address one is given as that of the business', async () => {
  const talk = await talkWith({ file: '# О нас\nТула, Советская 4. Калуга, Ленина 8. Печатаем визитки.' });
  expect((await talk('адрес')).kind).not.toBe('answer');
});
