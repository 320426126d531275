import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSamplePhoto } from '@otvet/simulators';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });
const folder = mkdtempSync(join(tmpdir(), 'otvet-dropped-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the browser tells the page of files that a hand drags over it and lets go. */
async function dropFiles(page: Page, target: Locator, files: string[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('there is no place to drop files on');
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  await session.detach();
}

/** Puts a picture in the clipboard, as a program for screenshots does. */
async function copyPicture(page: Page, bytes: Buffer): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    `navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob(
      [Uint8Array.from(atob('${bytes.toString('base64')}'), (sign) => sign.charCodeAt(0))], { type: 'image/png' }) })])`,
  );
}

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)('pictures of an answer are dropped and pasted: %s, %s', async (size, locale) => {
  const t = readTexts(locale);
  const owner = await signUp(stage.product().url, { locale });
  const id = await createBase(owner, [{ question: 'Где вы находитесь?', answer: 'На Лесной, 5.' }]);
  const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
  const files = ['красное.png', 'список.txt'].map((name) => join(folder, name));
  writeFileSync(files[0] ?? '', buildSamplePhoto({ width: 300, height: 200 }).bytes);
  writeFileSync(files[1] ?? '', 'не картинка');
  await go(`/app/knowledge-bases/${id}/`);
  const edit = page.getByRole('button', {
    name: t('knowledge.pair.edit_named', { question: 'Где вы находитесь?' }),
  });
  await edit.click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('group', { name: t('knowledge.pair.photos') });
  await dropFiles(page, field, files);
  // What is no picture is named, and the other one is taken.
  await page.getByText(t('errors.files.wrong_type')).waitFor();
  const tiles = dialog.getByTestId('pair-photo');
  await expect.poll(() => tiles.count()).toBe(1);
  await copyPicture(page, buildSamplePhoto({ width: 120, height: 80 }).bytes);
  await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).focus();
  await page.keyboard.press('Control+V');
  await expect.poll(() => tiles.count()).toBe(2);
  await look(`pair-photos-dropped-${locale}`);
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page
    .getByTestId('pair')
    .getByText(t('knowledge.pair.photos_mark', { count: 2 }))
    .waitFor();
  await edit.click();
  const images = dialog.getByTestId('pair-photo').locator('img');
  await expect
    .poll(() => images.evaluateAll((all) => all.map((image) => Reflect.get(image, 'naturalWidth'))))
    .toEqual([300, 120]);
  expect(faults).toEqual([]);
});
