import { describe, expect, it } from 'vitest';
import { outline, readBytes } from '../../../testing/documents/read-bytes.ts';

/** `from`: nobody where the message goes on with the one above. `around`: what stands above its text. */
type Message = { id: number; from?: string; text?: string; around?: string; time?: string };

const part = (name: string, content: string) => `<div class="${name}">\n${content}\n       </div>`;

function write({ id, from, text, around = '', time = '12.03.2026 10:15:00 UTC+03:00' }: Message): string {
  const picture = '<div class="pull_left userpic_wrap"><div class="userpic"><div class="initials">М</div></div></div>';
  const date = `<div class="pull_right date details" title="${time}">\n10:15\n       </div>`;
  const name = from === undefined ? '' : part('from_name', from);
  const said = text === undefined ? '' : part('text', text);
  const body = part('body', `${date}\n${name}\n${around}\n${said}`);
  return `<div class="message default clearfix${from === undefined ? ' joined' : ''}" id="message${id}">${from === undefined ? '' : picture}\n${body}</div>`;
}

const service = (text: string) =>
  `<div class="message service" id="message-1"><div class="body details">${text}</div></div>`;
const answerTo = (id: number) =>
  part(
    'reply_to details',
    `In reply to <a href="#go_to_message${id}" onclick="return GoToMessage(${id})">this message</a>`,
  );

const page = (messages: string[]) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"/><title>Exported Data</title></head>
 <body onload="CheckLocation();"><div class="page_wrap">
  <div class="page_header"><div class="content"><div class="text bold">Марина Иванова</div></div></div>
  <div class="page_body chat_page"><div class="history">${messages.join('\n')}</div></div>
 </div></body></html>`;

const read = async (messages: string[]) => await readBytes(page(messages), 'messages.html');

const FORWARDED = part(
  'forwarded body',
  `${part('from_name', 'Олег Петров <span class="date details" title="11.03.2026 10:15:00"> 11.03.2026</span>')}${part('text', 'Живу на Садовой 7, сколько стоит доставка?')}`,
);
const CONTACT = part(
  'media_wrap clearfix',
  part(
    'media clearfix media_contact',
    part('body', `${part('title bold', 'Иван Сидоров')}${part('status', '+7 900 123 45 67')}`),
  ),
);

describe('a chat that a program saved as a page', () => {
  it('risk: names, phones and words of customers stand in what is read of it', async () => {
    const { title, blocks } = await read([
      service('12 March 2026'),
      write({ id: 1, from: 'Марина Иванова', text: 'Здравствуйте!<br>А торт без сахара делаете?' }),
      write({ id: 2, text: 'И какой у него вес?' }),
      write({
        id: 3,
        from: 'Пекарня Батон',
        text: 'Здравствуйте, Марина! Да, на <strong>эритрите</strong>,\n от 1 кг.',
      }),
      write({ id: 4, text: 'Заказ за 2 дня' }),
      write({ id: 5, from: 'Марина Иванова', around: part('media_wrap clearfix', '<a class="photo_wrap">Фото</a>') }),
      write({ id: 6, around: FORWARDED }),
      write({ id: 7, around: CONTACT }),
      service('Марина Иванова закрепила сообщение'),
      write({ id: 8, text: 'Мой номер +7 912 345-67-89. Доставка за город есть?' }),
      write({ id: 9, from: 'Пекарня Батон', text: 'Да, 600 рублей. Перезвоним на 8 912 345 67 89.' }),
    ]);
    expect(title).toBeNull();
    expect(outline(blocks)).toEqual([
      '! Вопрос | Ответ',
      '| А торт без сахара делаете? И какой у него вес? | Да, на эритрите, от 1 кг. Заказ за 2 дня',
      '| Доставка за город есть? | Да, 600 рублей.',
    ]);
  });

  it('risk: what answers another message is told as the answer to this one', async () => {
    const { blocks } = await read([
      write({ id: 1, from: 'Марина', text: 'Сколько стоит доставка?' }),
      write({ id: 2, from: 'Игорь', text: 'Можно ли оплатить картой?' }),
      write({ id: 3, from: 'Магазин', around: answerTo(1), text: '300 рублей.' }),
      write({ id: 4, from: 'Игорь', text: 'Работаете ли вы в воскресенье?' }),
      write({ id: 5, from: 'Магазин', around: answerTo(4), text: 'Да, с 10 до 18.' }),
    ]);
    expect(outline(blocks)).toEqual(['! Вопрос | Ответ', '| Работаете ли вы в воскресенье? | Да, с 10 до 18.']);
  });

  it('risk: half an answer is told where it goes on with itself, and what was passed on as its own', async () => {
    const { blocks } = await read([
      write({ id: 1, from: 'Марина', text: 'Доставка за город есть?' }),
      write({ id: 2, from: 'Магазин', text: 'Да, 600 рублей.' }),
      write({ id: 3, around: answerTo(2), text: 'До 20 км.' }),
      write({ id: 4, around: FORWARDED, text: 'Скидка только вам.' }),
    ]);
    expect(outline(blocks)).toEqual(['! Вопрос | Ответ', '| Доставка за город есть? | Да, 600 рублей. До 20 км.']);
  });

  it.each([
    [
      'nobody asks',
      [write({ id: 1, from: 'Марина', text: 'Лесная 5, жду' }), write({ id: 2, from: 'Магазин', text: 'Хорошо' })],
    ],
    [
      'nobody answers',
      [write({ id: 1, from: 'Марина', text: 'Лесная 5. Привезёте?' }), write({ id: 2, text: 'Ну что там?' })],
    ],
  ])('risk: one in which %s is read as a page', async (_name, messages) => {
    await expect(read(messages)).rejects.toThrow('no_answers');
  });
});

it('what somebody tells alone is a page', async () => {
  const messages = [
    'Как заказать? Пишите нам.',
    'Новый хлеб, 120 рублей.',
    'Что нового?',
    'Пирог',
    'Батон',
    'Кекс',
  ].map((text, at) => write({ id: at, from: 'Пекарня', text }));
  const text = outline((await read(messages)).blocks).join('\n');
  expect(text).toContain('Новый хлеб, 120 рублей.');
});
