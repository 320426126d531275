import { describe, expect, it } from 'vitest';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';
import { proposePairs } from './pairs/propose-pairs.ts';
import { wholePage } from './whole-page.ts';

const read = async (html: string) => outline((await readBytes(html, 'page.html')).blocks);

const TITLE = '<title>Мастерская</title>';
const TEXT =
  '<h1>Мастерская</h1><details><summary>Вы открыты?</summary><p>Да, до 20:00.</p></details><p>Работаем с 2009 года.</p>';
const LINES = ['# Мастерская', '####### Вы открыты?', 'Да, до 20:00.', 'Работаем с 2009 года.'];

describe('risk: a page loses its text where it leaves out tags that HTML does not ask for', () => {
  it.each([
    ['no head', `<!doctype html><html lang=ru><meta charset=utf-8>${TITLE}<body>${TEXT}</body></html>`],
    ['no body', `<!doctype html><html><head>${TITLE}</head>${TEXT}</html>`],
    ['neither head nor body', `<!doctype html><html><meta charset=utf-8>${TITLE}${TEXT}</html>`],
    ['no html', `<!doctype html><head>${TITLE}</head><body>${TEXT}</body>`],
    ['none of the three', `<!doctype html>\n<meta charset=utf-8>\n${TITLE}\n${TEXT}`],
    ['no end of the head', `<!doctype html><html><head>${TITLE}<body>${TEXT}`],
    ['no beginning of the head', `<html>${TITLE}</head><body>${TEXT}`],
    [
      'a comment, a style and a script before the text',
      `<!doctype html><!-- <body> --><html><style>body > p { color: red }</style>${TITLE}<script>"<body>"</script>${TEXT}`,
    ],
    ['a picture of a counter in the head', `<html><noscript><img src=a></noscript>${TITLE}<body>${TEXT}`],
    [
      'two beginnings and an early end of the body',
      `<html><head>${TITLE}</head><body><h1>Мастерская</h1></body></html><html><body>${TEXT.slice(19)}`,
    ],
  ])('%s', async (_, html) => {
    expect(await read(html)).toEqual(LINES);
  });

  it('text right behind the title', async () => {
    expect(await read(`<!doctype html><html>${TITLE}Работаем с 2009 года.<p>Без выходных.</p>`)).toEqual([
      '# Мастерская',
      'Работаем с 2009 года.',
      'Без выходных.',
    ]);
  });
});

it('risk: a page of questions without a head has only those proposed that open by a click', () => {
  const html = `<!doctype html><html lang=ru>${TITLE}<body><details><summary>Вы открыты?</summary><p>Да.</p></details>
    <h3>Как узнать, что заказ готов?</h3><p>Пришлём СМС.</p><h3>Сохраняете ли макеты?</h3><p>Храним год.</p></body></html>`;
  const { title, pairs } = proposePairs(html);
  expect(title).toBe('Мастерская');
  expect(pairs.map(({ question, answer }) => [question, answer])).toEqual([
    ['Вы открыты?', 'Да.'],
    ['Как узнать, что заказ готов?', 'Пришлём СМС.'],
    ['Сохраняете ли макеты?', 'Храним год.'],
  ]);
});

it('keeps what the tags say, and what stands below an end that is missing', () => {
  expect(wholePage('<html lang="ru"><title>a</title><body class="page">b')).toBe(
    '<!doctype html><html lang="ru"><head><title>a</title></head><body class="page">b</body></html>',
  );
  expect(wholePage('<title>a')).toBe('<!doctype html><html><head><title>a</head><body></body></html>');
  expect(wholePage('a < b')).toBe('<!doctype html><html><head></head><body>a < b</body></html>');
});

it.each([
  ['comments', '<!-- a -->'],
  ['open comments', '<!--'],
  ['titles', '<title>a'],
  ['heads', '<head>'],
  ['ends', '</body>'],
  ['spaces', ' '],
])('risk: a page of many %s takes the square of its length', (_, part) => {
  // What takes the square of the time takes longer than a test may.
  expect(wholePage(part.repeat(100_000))).toMatch(/<\/body><\/html>$/);
});
