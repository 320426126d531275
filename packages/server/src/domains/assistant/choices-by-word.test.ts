import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* What is offered before a person is called has a word of what is asked, not one that only begins like it or that any question has. */

const { ask } = useTalks({
  tailor: {
    file: '# Химчистка\nПальто демисезонное - 1500 руб.\nПлатье вечернее - 1800 руб.\nСвадебное платье - 3500 руб.\nОдеяло пуховое - 1300 руб.\nПлед - 800 руб.',
    pairs: [
      ['Режим работы?', 'Пн–пт с 10:00 до 20:00, сб с 11:00 до 17:00, воскресенье выходной.'],
      ['Как оплатить?', 'Наличными, картой или переводом по СБП. При пошиве предоплата 50 %.'],
      ['Выводите ли пятна?', 'Выводим жир, вино, кофе, траву.'],
      ['Даёте гарантию?', 'На ремонт и пошив гарантия 30 дней.'],
      ['Есть ли скидки?', 'Пенсионерам скидка 10 % на ремонт.'],
      ['Делаете ли вы замеры на дому?', 'Да, мастер приедет и снимет мерки.'],
    ],
  },
  cleaner: {
    file: '# Ovens\nOven: Single oven; Price: £65\nOven: Double oven; Price: £95',
    pairs: [
      ['How long does the carpet take to dry?', 'Carpets are dry in 4 to 6 hours, sofas overnight.'],
      ['Do I need to have the rooms empty?', 'Please clear small things from the floor.'],
      ['Are the products safe for pets?', 'Yes, once dry.'],
    ],
  },
});

it.each([
  ['tailor', 'в пятницу до скольки', 'Выводите ли пятна?'],
  ['tailor', 'вакансии швеи есть?', 'Режим работы?'],
  ['tailor', 'вакансии швеи есть?', 'Есть ли скидки?'],
  ['tailor', 'прокат свадебных платьев', 'Как оплатить?'],
  ['tailor', 'сшить платье на выпускной', 'Как оплатить?'],
  ['tailor', 'ушить свадебное платье', 'Как оплатить?'],
  ['tailor', 'несовершеннолетним даете?', 'Даёте гарантию?'],
  ['tailor', 'вышивку делаете?', 'Делаете ли вы замеры на дому?'],
  ['cleaner', 'can i take my dog with me', 'How long does the carpet take to dry?'],
  ['cleaner', 'do you have a car park', 'Do I need to have the rooms empty?'],
  ['cleaner', 'do u take card', 'How long does the carpet take to dry?'],
] as const)('risk: %s: «%s» is offered «%s»', async (business, question, choice) => {
  const { choices, sources } = await ask(business, question);
  expect([...choices.map(({ text }) => text), ...sources.map(({ title }) => title)]).not.toContain(choice);
});

it.each([
  ['tailor', 'прокат свадебных платьев', 'Свадебное платье'],
  ['tailor', 'одияло пуховое', 'Одеяло пуховое'],
  ['tailor', 'выводите чернильное питно', 'Выводите ли пятна?'],
  ['tailor', 'скитки студентам', 'Есть ли скидки?'],
  ['tailor', 'оплата по счёту', 'Как оплатить?'],
  ['cleaner', 'carpt smells', 'How long does the carpet take to dry?'],
  ['cleaner', 'carpet drying in winter', 'How long does the carpet take to dry?'],
] as const)('%s: «%s» is offered «%s»', async (business, question, choice) => {
  const { choices, sources } = await ask(business, question);
  expect([...choices.map(({ text }) => text), ...sources.map(({ title }) => title)]).toContain(choice);
});
