import { expect, it } from 'vitest';
import { proposePairs } from './propose-pairs.ts';

const page = (body: string, head = '<title>Вопросы — Магазин</title>') =>
  proposePairs(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);
const said = (body: string, head?: string) => page(body, head).pairs.map(({ question, answer }) => [question, answer]);

const declared = (...pairs: [string, string][]) => {
  const mainEntity = pairs.map(([name, text]) => ({ '@type': 'Question', name, acceptedAnswer: { text } }));
  return `<script type="application/ld+json">${JSON.stringify({ '@type': 'FAQPage', mainEntity })}</script>`;
};

it('reads what a page declares, and gives the shown answer its lines', () => {
  const head = declared(['Как оплатить?', 'Картой. Наличными.'], ['Где вы?', '<p>На <b>Невском</b></p>']);
  const body = '<h3>1. Как оплатить?</h3><p>Картой.</p><p>Наличными.</p>';
  expect(page(body, `<title>Магазин</title>${head}`)).toEqual({
    title: 'Магазин',
    pairs: [
      { question: 'Как оплатить?', answer: 'Картой.\n\nНаличными.', isSure: true },
      { question: 'Где вы?', answer: 'На Невском', isSure: true },
    ],
  });
});

it('reads microdata, and says it once', () => {
  const item = `<div itemscope itemtype="https://schema.org/FAQPage"><div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question">
    <h3 itemprop="name">Доставка за город</h3><div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer" style="display:none">
    <div itemprop="text"><p>До 50 км:</p><ul><li>днём 500 ₽</li><li>ночью 900 ₽</li></ul></div></div></div></div>`;
  expect(page(item).pairs).toEqual([
    { question: 'Доставка за город', answer: 'До 50 км:\n• днём 500 ₽\n• ночью 900 ₽', isSure: true },
  ]);
});

it('reads panels that open, lists of terms and what a class or a control names', () => {
  const body = `
    <details><summary>Есть ли гарантия? +</summary><p>Два года.</p></details>
    <p>Подпись под вопросами.</p>
    <dl><dt>Сколько ждать?</dt><dd>Неделю.</dd><dt>Самовывоз</dt><dd>Со склада.</dd></dl>
    <div class="faq__item"><div class="faq__question">Можно вернуть?</div><div class="faq__answer">За 14 дней.</div></div>
    <h4><button aria-expanded="false" aria-controls="p:1">Нужна ли сборка</button></h4><div id="p:1" hidden>Да, 10%.</div>
    <div role="button" data-bs-target="#c2">Кто привезёт?</div><div id="c2" class="collapse">Курьер.</div>`;
  expect(said(body)).toEqual([
    ['Нужна ли сборка', 'Да, 10%.'],
    ['Кто привезёт?', 'Курьер.'],
    ['Есть ли гарантия?', 'Два года.'],
    ['Можно вернуть?', 'За 14 дней.'],
    ['Сколько ждать?', 'Неделю.'],
    ['Самовывоз', 'Со склада.'],
  ]);
  expect(page(body).pairs.filter(({ isSure }) => !isSure)).toEqual([
    { question: 'Самовывоз', answer: 'Со склада.', isSure: false },
  ]);
});

it('reads headings that ask, with all that stands under them, to the next of their rank', () => {
  const body = `<main><h1>Вопросы и ответы</h1><p>Мы собрали ответы.</p>
    <h2>How much is delivery</h2><p>It depends:</p>
    <table><tr><th>City</th><th>Price</th></tr><tr><td>Moscow</td><td>300</td></tr><tr><td>Tver</td><td>500</td></tr></table>
    <h3>By night</h3><p>Twice as much.</p>
    <h2>О компании</h2><p>Работаем с 1990 года.</p><h2>Когда вы открыты?</h2><p>С 9 до 20.</p></main>`;
  expect(said(body)).toEqual([
    ['How much is delivery', 'It depends:\n\nMoscow — Price: 300\nTver — Price: 500\n\nBy night\nTwice as much.'],
    ['Когда вы открыты?', 'С 9 до 20.'],
  ]);
});

it('reads questions in paragraphs of their own; a few of them are not certain', () => {
  const ask = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<p><b>Вопрос: Сколько стоит товар ${at}?</b></p><p>Ответ: ${at}00 ₽.</p>`,
    ).join('');
  expect(page(ask(3)).pairs).toEqual(
    [0, 1, 2].map((at) => ({ question: `Сколько стоит товар ${at}?`, answer: `${at}00 ₽.`, isSure: true })),
  );
  expect(page(`${ask(1)}<p>Звоните.</p>`).pairs).toMatchObject([{ isSure: false, answer: '000 ₽.\n\nЗвоните.' }]);
});

it('a question without an answer is shown as one; two answers to one question are told', () => {
  const body = '<h2>Где офис?</h2><h2>Как позвонить?</h2><p>8 800.</p><h2>КАК ПОЗВОНИТЬ</h2><p>По скайпу.</p>';
  expect(said(body)).toEqual([
    ['Где офис?', ''],
    ['Как позвонить?', '8 800.'],
    ['Как позвонить?', 'По скайпу.'],
  ]);
});

it('risk: menus, tabs, forms and the foot of a site become answers', () => {
  const body = `<nav><button aria-controls="m">Как купить?</button><div id="m">Каталог</div></nav>
    <header><h2>Что ищете?</h2><p>Поиск</p></header>
    <div role="tablist"><button role="tab" aria-controls="t">Кто мы?</button></div><div id="t"><p>Магазин одежды для детей.</p></div>
    <main><h2>Где примерить?</h2><p>${'В любом магазине города. '.repeat(20)}</p></main>
    <footer><details><summary>Как нас найти?</summary>Никак</details><p>© 2026</p></footer>`;
  expect(said(body).map(([question]) => question)).toEqual(['Где примерить?']);
});

it('risk: a page without questions, or without anything', () => {
  expect(said('<h1>Каталог</h1><p>Диваны и кресла.</p>')).toEqual([]);
  expect(proposePairs('')).toEqual({ title: null, pairs: [] });
});

it('risk: a page that is made to hold the server up', () => {
  const many = Array.from(
    { length: 3000 },
    (_, at) => `<button aria-controls="a${at}">Как ${at}?</button><div id="a${at}">x</div>`,
  );
  const deep = `${'<details><summary>Что?</summary>'.repeat(800)}ответ${'</details>'.repeat(800)}`;
  // What takes the square of the time takes longer than a test may.
  expect(page(many.join('')).pairs).toHaveLength(3000);
  expect(page(deep).pairs.length).toBeGreaterThan(0);
});

it('risk: one question with thousands of answers takes the square of the time', () => {
  const body = Array.from({ length: 12_000 }, (_, at) => `<details><summary>Как это?</summary>${at} ответ</details>`);
  const { pairs } = page(body.join(''));
  expect(pairs.map(({ answer }) => answer)).toEqual(Array.from({ length: 10 }, (_, at) => `${at} ответ`));
});
