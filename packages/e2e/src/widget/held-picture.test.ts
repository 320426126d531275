import { buildSamplePhoto } from '@otvet/simulators';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { widgetWords } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, type Size, sizes } from '../looks/check-screen.ts';

type Locale = 'ru' | 'en';
type Refusal = { status: number; code: string; retryAfter?: number };

const stage = useStage({ kind: 'server' });
const photo = { name: 'диван.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };
const refused = /status of 4\d\d|ERR_/;
const talk = {
  ru: { question: 'сколько стоит доставка?', answer: 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.' },
  en: { question: 'What are your opening hours?', answer: 'We are open from 10 to 20 every day.' },
} as const;
const said = {
  ru: { four: 'Отправим через 4 минуты.', three: 'Отправим через 3 минуты.' },
  en: { four: 'Will be sent in 4 minutes.', three: 'Will be sent in 3 minutes.' },
} as const;

async function openVisitor(size: Size, locale: Locale) {
  const owner = await signUp(stage.product().url);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId: await createBase(owner) });
  const visitor = await stage.open({ viewport: sizes[size], locale });
  visitor.watch.expect(refused);
  await visitor.page.clock.install();
  await visitor.page.goto(`${stage.product().url}/try/${id}?lang=${locale}`);
  const chat = chatWindow(visitor.page, locale);
  await chat.open();
  const words = widgetWords[locale];
  return {
    ...visitor,
    chat,
    again: chat.panel.getByRole('button', { name: words.retry, exact: true }),
    discard: chat.panel.getByRole('button', { name: words.discard, exact: true }),
    sendPhoto: async (file = photo) => {
      const choosing = visitor.page.waitForEvent('filechooser');
      await chat.panel.getByRole('button', { name: words.attach }).click();
      await (await choosing).setFiles([file]);
      await chat.field.press('Enter');
    },
  };
}

/** Stands in for a server that takes no pictures now. The result counts those that really went. */
async function refusePictures(page: Page, first: Refusal) {
  const state: { refusal: Refusal | undefined; taken: number } = { refusal: first, taken: 0 };
  await page.route('**/widget/*/images?*', async (route) => {
    if (state.refusal === undefined) {
      const response = await route.fetch();
      if (response.ok()) state.taken += 1;
      return route.fulfill({ response });
    }
    const { status, code, retryAfter } = state.refusal;
    const headers: Record<string, string> = {};
    if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
    return route.fulfill({ status, headers, json: { code, message: '', requestId: '' } });
  });
  return state;
}

it.each([
  ['desktop', 'ru'],
  ['phone', 'ru'],
  ['phone', 'en'],
] as const)('a picture that must wait says for how long, and texts pass it: %s, %s', async (size, locale) => {
  const { page, chat, again, sendPhoto } = await openVisitor(size, locale);
  const server = await refusePictures(page, { status: 429, code: 'request.rate_limited', retryAfter: 240 });
  await sendPhoto();
  await chat.panel.getByText(said[locale].four).waitFor();
  if (locale === 'ru') await chat.panel.getByText('слишком много картинок. Текст можно писать дальше.').waitFor();
  await chat.say(talk[locale].question);
  await chat.said(talk[locale].answer, 'in').waitFor();
  expect(await checkScreen(page, { name: `widget-held-picture-${locale}`, size })).toEqual([]);
  await again.focus();
  await page.clock.fastForward('01:00');
  await chat.panel.getByText(said[locale].three).waitFor();
  expect(await chat.panel.locator('button:focus').textContent()).toBe(widgetWords[locale].retry);
  await page.reload();
  await chat.panel.getByText(said[locale].three).waitFor();
  await chat.panel.locator('.row.out .picture img').waitFor();
  server.refusal = undefined;
  await again.click();
  await again.waitFor({ state: 'detached' });
  await expect.poll(() => server.taken).toBe(1);
  expect(await chat.panel.locator('.row.out .picture').count()).toBe(1);
});

it('goes by itself when its time has come', async () => {
  const { page, chat, again, sendPhoto } = await openVisitor('desktop', 'ru');
  const server = await refusePictures(page, { status: 429, code: 'request.rate_limited', retryAfter: 240 });
  await sendPhoto();
  await chat.panel.getByText(said.ru.four).waitFor();
  server.refusal = undefined;
  await page.clock.fastForward('04:01');
  await again.waitFor({ state: 'detached' });
  await expect.poll(() => server.taken).toBe(1);
});

it.each([
  ['files.too_large', 413, 'Картинка слишком большая. Обрежьте или уменьшите её.'],
  ['files.too_many_pixels', 413, 'В картинке слишком много пикселей. Обрежьте или уменьшите её.'],
  ['files.too_complex', 413, 'Картинка слишком сложная. Пришлите снимок экрана.'],
  ['files.quota', 409, 'Здесь больше нет места для картинок. Опишите её словами.'],
] as const)('says what to do about a picture that was refused: %s', async (code, status, words) => {
  const { page, chat, again, discard, sendPhoto } = await openVisitor('phone', 'ru');
  await refusePictures(page, { status, code });
  await sendPhoto();
  await chat.panel.getByText(words).waitFor();
  await chat.say(talk.ru.question);
  await chat.said(talk.ru.answer, 'in').waitFor();
  expect(await checkScreen(page, { name: `widget-refused-${code}`, size: 'phone' })).toEqual([]);
  await page.reload();
  await chat.panel.getByText(words).waitFor();
  expect(await again.count()).toBe(code === 'files.quota' ? 1 : 0);
  await discard.click();
  await page.reload();
  await chat.said(talk.ru.answer, 'in').waitFor();
  expect(await chat.panel.locator('.row.out .picture').count()).toBe(0);
});

it('the server itself refuses a damaged picture, and the window says so', async () => {
  const { page, chat, again, discard, sendPhoto } = await openVisitor('desktop', 'ru');
  await sendPhoto({ ...photo, buffer: Buffer.from('no picture at all') });
  await chat.panel.getByText('Файл не подходит или повреждён. Можно JPG, PNG, GIF или WEBP.').waitFor();
  expect(await checkScreen(page, { name: 'widget-refused-damaged', size: 'desktop' })).toEqual([]);
  expect(await again.count()).toBe(0);
  await discard.click();
  await discard.waitFor({ state: 'detached' });
});

it.each([
  [413, 'Картинка слишком большая. Обрежьте или уменьшите её.'],
  [403, 'Не получилось. Попробуйте ещё раз.'],
  [502, 'Нет связи с чатом.'],
] as const)('says why when a proxy before the server answers %i without a word', async (status, words) => {
  const { page, chat, sendPhoto, discard, watch } = await openVisitor('desktop', 'ru');
  watch.expect(/status of 502/);
  await page.route('**/widget/*/images?*', (route) => route.fulfill({ status, body: '<html>' }));
  await page.clock.resume();
  await sendPhoto();
  await chat.panel.getByText(words).waitFor();
  await discard.click();
  await discard.waitFor({ state: 'detached' });
});

it('a picture that does not get through says so, and the next one goes when it is taken away', async () => {
  const { page, chat, again, discard, sendPhoto } = await openVisitor('desktop', 'ru');
  let uploads = 0;
  await page.route('**/widget/*/images?*', (route) => {
    uploads += 1;
    return uploads === 1 ? undefined : route.continue();
  });
  await sendPhoto();
  await sendPhoto();
  await expect.poll(() => uploads).toBe(1);
  await page.clock.fastForward('00:16');
  await chat.panel.getByText('Медленная связь.').waitFor();
  expect(await again.count()).toBe(0);
  await discard.click();
  await expect.poll(() => uploads).toBe(2);
  await chat.panel.getByText('Отправлено').first().waitFor({ state: 'attached' });
});
