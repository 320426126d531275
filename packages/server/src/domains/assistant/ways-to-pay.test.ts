import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* «картой можно?», «ваш телефон», «адресс»: short, and asked of every business. */

const { ask } = useTalks({
  tailor: {
    file: '# Сроки\nМелкий ремонт — 1-2 дня. Пошив — от 10 дней.',
    pairs: [
      ['Где вы находитесь?', 'Ярославль, ул. Свободы, 46, вход со двора.'],
      ['Как с вами связаться?', 'Телефон 8 (4852) 33-17-08, есть WhatsApp на этом же номере.'],
      ['Как оплатить?', 'Наличными, картой или переводом по СБП. При пошиве предоплата 50 %.'],
      ['Есть ли подарочные карты?', 'Есть, от 1000 ₽.'],
    ],
  },
  cleaner: {
    file: '# Payment\nCard or bank transfer on the day. No cash.\n\n# Drying\nCarpets dry in four hours.',
    pairs: [['How long does the carpet take to dry?', 'About four hours.']],
  },
  gym: { file: '# Правила\nПри входе покажите карту клуба. Шкафчики запираются.', pairs: [['Есть ли душ?', 'Есть.']] },
});

it.each([
  ['tailor', 'картой можно?', /Наличными, картой/],
  ['tailor', 'принимаете карты?', /Наличными, картой/],
  ['tailor', 'переводом можно', /Наличными, картой/],
  ['cleaner', 'do you take cards', /Card or bank transfer/],
  ['cleaner', 'do u take card pls', /Card or bank transfer/],
  ['tailor', 'ваш телефон', /33-17-08/],
  ['tailor', 'номер телефона скиньте', /33-17-08/],
  ['tailor', 'какой у вас номер телефона?', /33-17-08/],
  ['tailor', 'адресс подскажите', /Свободы, 46/],
  ['tailor', 'скиньте адрес', /Свободы, 46/],
  ['tailor', 'куда подъехать', /Свободы, 46/],
] as const)('%s, «%s» is answered', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text: expect.stringMatching(text) });
});

it.each([
  ['gym', 'картой можно?'],
  ['gym', 'ваш телефон'],
  ['tailor', 'карту клуба принимаете?'],
  ['tailor', 'ваш email'],
  ['tailor', 'телефон склада'],
  ['tailor', 'куда ехать за заказом'],
] as const)('risk: %s, «%s» is answered by something else', async (business, question) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});
