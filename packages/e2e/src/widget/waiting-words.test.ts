import { expect, it } from 'vitest';
import { z } from 'zod';
import { chatWindow } from '../harness/chat-window.ts';
import { startHostPage } from '../harness/host-page.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const list = z.object({ chats: z.array(z.object({ uniqueId: z.string() })) });
const stage = useStage({ kind: 'server' });
const UNKNOWN = 'Сотрудник прочитает и ответит здесь, в чате';
const KNOWN = 'Сотрудник обычно отвечает в течение минуты';

it('who asks for a person is told how soon one answers, from what happened before, until one does', async () => {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId });
  const site = await startHostPage({
    embed: `<script async src="${stage.product().url}/widget.js" data-id="${id}"></script>`,
  });
  const callPerson = async (said: string) => {
    const { page } = await stage.open({ hosts: [site.host] });
    await page.goto(site.url);
    const chat = chatWindow(page);
    await chat.open();
    await chat.say('позовите человека');
    await expect.poll(() => chat.panel.locator('.status').textContent()).toBe(said);
    // Said once: under the title, where it stays in view.
    expect(await chat.panel.getByText(said, { exact: true }).count()).toBe(1);
    await expect.poll(() => chat.panel.locator('.hidden[role=status]').textContent()).toContain(said);
    const { chats } = list.parse(await owner.call('GET', '/v1/chat/all-chats/?limit=1'));
    const dialog = encodeURIComponent(chats[0]?.uniqueId ?? '');
    await owner.call('POST', `/v1/chat/messages/${dialog}/`, { text: 'Здравствуйте, я Анна' });
    await chat.said('Здравствуйте, я Анна', 'in').waitFor();
    await expect.poll(() => chat.panel.locator('.status').textContent()).toMatch(/^Отвечает /);
    expect(await chat.panel.getByText(said, { exact: true }).count()).toBe(0);
    if (said === UNKNOWN) await page.close();
    return { page, chat };
  };
  for (let count = 0; count < 3; count += 1) await callPerson(UNKNOWN);
  // The figure is kept for a minute: a server that has just started reads it anew.
  await stage.product().stop();
  await stage.product().start();
  const { page, chat } = await callPerson(KNOWN);
  await page.reload();
  await chat.said('Здравствуйте, я Анна', 'in').waitFor();
  expect(await chat.panel.getByText(KNOWN).count()).toBe(0);
});
