import { buildSamplePhoto } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { chatWindow } from '../harness/chat-window.ts';
import { startHostPage } from '../harness/host-page.ts';
import { meetRequests } from '../harness/meet-requests.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const list = z.object({ chats: z.array(z.object({ uniqueId: z.string() })) });
const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const PHOTO = { name: 'анна.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };

it('who answers is marked by initials, then by the picture of the settings, and by initials where it cannot be had', async () => {
  const { url } = stage.product();
  const owner = await signUp(url, { name: 'Анна Котова' });
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId: await createBase(owner) });
  const site = await startHostPage({ embed: `<script async src="${url}/widget.js" data-id="${id}"></script>` });
  const { page: visitor } = await stage.open({ hosts: [site.host] });
  await visitor.goto(site.url);
  const chat = chatWindow(visitor);
  await chat.open();
  await chat.say('Сколько стоит доставка?');
  await chat.said('300 ₽', 'in').waitFor();
  // The assistant is no person: nothing is loaded for it.
  const loaded = () => visitor.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect((await loaded()).filter((name) => name.includes('/person-'))).toEqual([]);

  const { chats } = list.parse(await owner.call('GET', '/v1/chat/all-chats/?limit=1'));
  const dialog = encodeURIComponent(chats[0]?.uniqueId ?? '');
  await owner.call('POST', `/v1/chat/messages/${dialog}/`, { text: 'Рад помочь!' });
  await chat.said('Рад помочь!', 'in').waitFor();
  const face = chat.panel.locator('.row:not(.greeting) .face');
  await expect.poll(() => face.allTextContents()).toEqual(['АК']);

  const { page: app } = await stage.openAs(owner);
  await app.goto(`${url}/app/settings/`);
  const field = app.getByTestId('profile-photo');
  await field.getByText('АК').waitFor();
  const choosing = app.waitForEvent('filechooser');
  await field.getByRole('button', { name: t('settings.profile.photo_upload') }).click();
  await (await choosing).setFiles([PHOTO]);
  await field.getByRole('button', { name: t('settings.profile.photo_replace') }).waitFor();
  await field.locator('img').waitFor();

  await visitor.reload();
  const picture = face.locator('img');
  await picture.waitFor();
  const { width, height } = (await picture.boundingBox()) ?? {};
  expect([width, height]).toEqual([24, 24]);

  // A page's own policy may forbid the picture, and the network may lose it: the initials stay.
  const { letPass } = await meetRequests(visitor, '**/widget/*/people/*', (route) =>
    route.fulfill({ status: 200, contentType: 'image/png', body: 'x' }),
  );
  await visitor.reload();
  await expect.poll(() => face.allTextContents()).toEqual(['АК']);
  expect(await picture.count()).toBe(0);
  letPass();

  await field.getByRole('button', { name: t('shell.remove') }).click();
  await field.getByText('АК').waitFor();
  await visitor.reload();
  await expect.poll(() => face.allTextContents()).toEqual(['АК']);
  expect(await picture.count()).toBe(0);
});
