import { buildSamplePhoto } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { meetRequest } from '../harness/meet-requests.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });
const QUESTION = 'Как выглядит кресло Берген?';
const ANSWER = 'Кресло Берген обито серым велюром.';
const picture = (name: string, width: number) => ({
  name,
  mimeType: 'image/png',
  buffer: buildSamplePhoto({ width, height: 200 }).bytes,
});

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'an answer with two pictures and a phrasing reaches a visitor of the site: %s, %s',
  async (size, locale) => {
    const { url } = stage.product();
    const t = readTexts(locale);
    const owner = await signUp(url, { locale });
    const id = await createBase(owner, [{ question: 'Где вы находитесь?', answer: 'На Лесной, 5.' }]);
    const { page, watch, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${id}/`);
    await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
    const dialog = page.getByRole('dialog');
    const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
    await fill(t('knowledge.pair.question'), QUESTION);
    await fill(t('knowledge.pair.phrasings'), 'Покажите обивку\nФото вживую');
    await fill(t('knowledge.pair.answer'), ANSWER);
    // The first upload fails: the answer is not saved without its picture.
    await meetRequest(page, '**/v1/upload/photos/', (route) => route.abort());
    watch.expect(/net::ERR_FAILED/);
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: t('knowledge.pair.photos_add') }).click();
    await (await choosing).setFiles([picture('первое.png', 300), picture('второе.png', 200)]);
    await dialog.getByText(t('knowledge.pair.photos_count', { count: 2, max: 10 })).waitFor();
    const save = dialog.getByRole('button', { name: t('shell.save'), exact: true });
    const failed = dialog.getByText(t('knowledge.pair.photos_failed'));
    await failed.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await look(`pair-photo-failed-${locale}`);
    await dialog
      .getByTestId('pair-photo')
      .getByRole('button', { name: /ещё раз|again/ })
      .click();
    await failed.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: t('knowledge.pair.photo_later', { number: 1 }) }).click();
    await look(`pair-photos-${locale}`);
    await save.click();
    await page
      .getByTestId('pair')
      .getByText(t('knowledge.pair.photos_mark', { count: 2 }))
      .waitFor();
    await look(`pair-marks-${locale}`);
    await page.getByRole('searchbox', { name: t('knowledge.search') }).fill('вживую');
    await expect.poll(() => page.getByTestId('pair').count()).toBe(1);
    await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: QUESTION }) }).click();
    const tiles = dialog.getByTestId('pair-photo').locator('img');
    await expect
      .poll(() => tiles.evaluateAll((images) => images.map((image) => image.getAttribute('alt'))))
      .toEqual([
        t('knowledge.pair.photo_named', { number: 1, name: 'второе.png' }),
        t('knowledge.pair.photo_named', { number: 2, name: 'первое.png' }),
      ]);
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
    await go(`/app/knowledge-bases/${id}/?tab=check`);
    await page.getByLabel(t('knowledge.try.question')).fill('Покажите обивку');
    await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    await expect.poll(() => page.getByTestId('tried-photos').getByRole('img').count()).toBe(2);

    const channelId = await connectChannel(owner, { type: 'widget', knowledgeBaseId: id });
    const visitor = await stage.open();
    await visitor.page.goto(`${url}/try/${channelId}?lang=ru`);
    const chat = chatWindow(visitor.page);
    await chat.open();
    await chat.say('Покажите обивку');
    await chat.said(ANSWER, 'in').waitFor();
    const shown = chat.panel.locator('.row.in img');
    await expect.poll(() => shown.count()).toBe(2);
    await expect
      .poll(() => shown.evaluateAll((images) => images.map((image) => Reflect.get(image, 'naturalWidth'))))
      .toEqual([200, 300]);
  },
);
