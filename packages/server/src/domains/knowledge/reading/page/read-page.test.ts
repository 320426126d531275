import { describe, expect, it } from 'vitest';
import { outline, readBytes, readRefusal } from '../../testing/documents/read-bytes.ts';

const read = async (html: string) => outline((await readBytes(html, 'page.html')).blocks);
const page = (body: string, head = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const long = (about: string) =>
  `${about} рассказывает о том, как мы работаем, что делаем каждый день и почему покупатели, которые пришли к нам однажды, приходят снова, приводят друзей и пишут хорошие слова.`;

const frame = (main: string) =>
  page(
    `<header><nav><a href="/">Главная</a><a href="/shop">Магазин</a></nav></header>${main}<aside>Читайте также: распродажа</aside><footer>© 2026 ООО Ромашка</footer>`,
    '<title>Доставка | Ромашка</title>',
  );

it('reads an article without the frame of its page', async () => {
  const text = await read(
    frame(
      `<article><h1>Доставка</h1><p>${long('Первый')}</p><h2 id="city">По городу</h2><p>${long('Второй')}</p><ul><li>утром</li><li>вечером</li></ul></article>`,
    ),
  );
  expect(text).toEqual(['# Доставка', long('Первый'), '## По городу', long('Второй'), '- утром', '- вечером']);
});

it('keeps tables with the names of their columns and cells over rows', async () => {
  const table =
    '<table><caption>Цены</caption><thead><tr><th>Товар</th><th>Цена</th></tr></thead><tr><td rowspan="2">Кран</td><td>500</td></tr><tr><td>450 опт</td></tr></table>';
  expect(await read(page(`<main><h1>Прайс</h1>${table}</main>`))).toEqual([
    '# Прайс',
    'Цены',
    '! Товар | Цена',
    '| Кран | 500',
    '| Кран | 450 опт',
  ]);
});

it('names the heading that an address can lead to', async () => {
  const { blocks } = await readBytes(
    page(
      '<h1>Помощь</h1><h2 id="pay">Оплата</h2><p>Картой.</p><section id="back"><h2>Возврат</h2><p>За 14 дней.</p></section>',
    ),
    'page.html',
  );
  expect(blocks.map(({ place }) => place.anchor)).toEqual([undefined, 'pay', 'pay', 'back', 'back']);
});

describe('questions and answers that open by a click', () => {
  const questions = ['Есть ли доставка?', 'Как вернуть?', 'Где склад?'];
  const answers = ['Да, каждый день по городу.', 'За 14 дней, с чеком.', 'На Лесной, 5.'];
  const each = (write: (question: string, answer: string, at: number) => string) =>
    frame(`<h1>Вопросы</h1>${questions.map((question, at) => write(question, answers[at] ?? '', at)).join('')}`);
  const hidden = (question: string, answer: string, at: number, attribute: string) =>
    `<h3><button aria-expanded="false" aria-controls="a${at}">${question}</button></h3><div id="a${at}" ${attribute}><p>${answer}</p></div>`;

  it.each<[string, string]>([
    ['details', each((question, answer) => `<details><summary>${question}</summary><p>${answer}</p></details>`)],
    ['hidden panels', each((question, answer, at) => hidden(question, answer, at, 'hidden'))],
    [
      'panels hidden by a style',
      each((question, answer, at) => hidden(question, answer, at, 'style="display: none;"')),
    ],
    ['panels hidden from readers', each((question, answer, at) => hidden(question, answer, at, 'aria-hidden="true"'))],
    [
      'classes of a library',
      each(
        (question, answer) =>
          `<div class="accordion-item"><button class="accordion-button collapsed">${question}</button><div class="accordion-collapse" style="display:none">${answer}</div></div>`,
      ),
    ],
    [
      'a list of terms',
      each(
        (question, answer) => `<dl><dt>${question}</dt><dd style="display:none" class="faq-answer">${answer}</dd></dl>`,
      ),
    ],
    [
      'what search engines are told',
      frame(
        `<h1>Вопросы</h1><script type="application/ld+json">${JSON.stringify({
          '@context': 'https://schema.org',
          '@graph': [
            {
              '@type': 'FAQPage',
              mainEntity: questions.map((name, at) => ({
                '@type': 'Question',
                name,
                acceptedAnswer: { text: `<p>${answers[at]}</p>` },
              })),
            },
          ],
        })}</script>`,
      ),
    ],
  ])('are read, each answer under its question: %s', async (_name, html) => {
    const text = (await read(html)).map((line) => line.replaceAll('#', '').trim());
    expect(text).toEqual(['Вопросы', ...questions.flatMap((question, at) => [question, answers[at]])]);
  });
});

it.each([
  ['a frame for a program', '<noscript>Включите JavaScript</noscript><div id="root"></div><script>start()</script>'],
  ['its own name alone', '<h1>Магазин</h1>'],
  ['pictures', '<img src="a.png"><svg><path d="M0 0"/></svg>'],
])('a page that holds %s has no text, whatever it is called', async (_name, body) => {
  expect(await readRefusal(page(body, '<title>Магазин</title>'), 'page.html')).toBe('no_text');
});

it('a page with one line of text has it below its name', async () => {
  expect(await read(page('<p>Мы закрыты на ремонт.</p>', '<title>Магазин</title>'))).toEqual([
    '# Магазин',
    'Мы закрыты на ремонт.',
  ]);
});

it('leaves out menus, windows and what is hidden for good', async () => {
  const text = await read(
    page(
      `<div role="dialog" style="display:none">Подпишитесь</div><div class="cookie-banner">Мы храним cookie</div><p hidden>старая цена 100</p><span style="display:none">тайна</span><h1>Цены</h1><p>${long('Кран')}</p><style>p{}</style><script>var a = 1</script><button>Купить</button>`,
    ),
  );
  expect(text).toEqual(['# Цены', long('Кран')]);
});

it('reads the encoding that the page declares, and paragraphs of line breaks', async () => {
  const html =
    '<html><head><meta charset="windows-1251"></head><body>Доставка<br><br>Оплата картой<br>или наличными</body></html>';
  const letters = new TextDecoder('windows-1251').decode(Buffer.from(Array.from({ length: 256 }, (_, at) => at)));
  const bytes = Buffer.from(Array.from(html, (sign) => letters.indexOf(sign)));
  expect(outline((await readBytes(bytes, 'a.htm')).blocks)).toEqual(['Доставка', 'Оплата картой\nили наличными']);
});

it('reads elements deep within each other, and refuses them without end', async () => {
  const text = await read(page(`${'<div>'.repeat(2000)}Доставка${'</div>'.repeat(2000)}`));
  expect(text).toEqual(['Доставка']);
  expect(await readRefusal('<div>'.repeat(90_000), 'a.html')).toBe('damaged');
  const rows = '<tr><td>Кран<td>500'.repeat(4000);
  expect(await readRefusal(page(`<table>${rows}</table><p>${'строка<br>'.repeat(4000)}`), 'a.html')).toBeUndefined();
});

it('a page with thousands of drawn lines, or with tags in its scripts, is no damaged one', async () => {
  const drawing = `<svg viewBox="0 0 9 9">${'<path d="M0 0"/>'.repeat(5000)}</svg>`;
  const script = `<script>const parts = ${JSON.stringify('<div>'.repeat(5000))};</script>`;
  const comment = `<!-- ${'<div>'.repeat(5000)} -->`;
  const values = '<img alt="a > b" src="x">'.repeat(4000);
  expect(await read(page(`${drawing}${script}${comment}${values}<p>${long('Магазин')}</p>`))).toEqual([
    long('Магазин'),
  ]);
});

it.each([
  ['tags that seem to end themselves', '<div/>'.repeat(4000)],
  ['ends of nothing', '<div></x>'.repeat(4000)],
  ['tags within a part of a page in a drawing', `<svg><foreignObject>${'<div/>'.repeat(4000)}`],
])('risk: a page of %s takes the square of its time', async (_name, body) => {
  expect(await readRefusal(page(body), 'a.html')).toBe('damaged');
});
