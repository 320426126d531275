import { buildSamplePhoto } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { chatWindow } from '../harness/chat-window.ts';
import { widgetWords } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const BOUND_BYTES = 10 * 1024 * 1024;
/** Larger than the bound and still one picture: programs leave words of their own after the last pixel. */
const heavy = Buffer.concat([buildSamplePhoto({ width: 800, height: 600 }).bytes, Buffer.alloc(BOUND_BYTES, ' ')]);

async function openVisitor() {
  const owner = await signUp(stage.product().url);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId: await createBase(owner) });
  const visitor = await stage.open();
  const { page } = visitor;
  await page.goto(`${stage.product().url}/try/${id}?lang=ru`);
  const chat = chatWindow(page);
  await chat.open();
  return {
    ...visitor,
    chat,
    channelId: id,
    send: async (buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser');
      await chat.panel.getByRole('button', { name: widgetWords.ru.attach }).click();
      await (await choosing).setFiles([{ name: 'экран.png', mimeType: 'image/png', buffer }]);
      await chat.field.press('Enter');
    },
  };
}

const storedFile = z.object({ width: z.number(), height: z.number(), content_type: z.string() });

async function filesOf(channelId: string) {
  const rows = await stage
    .product()
    .sql(
      `select width, height, content_type from files where account_id = (select account_id from channels where id = $1)`,
      [channelId],
    );
  return z.array(storedFile).parse(rows);
}

it.each([
  ['a screen of 5K', 5120, 2880],
  ['a whole page', 1170, 12_000],
])('%s is made smaller, keeps its shape, and reaches the server', async (_name, width, height) => {
  const { page, channelId, send } = await openVisitor();
  const answered = page.waitForResponse(/\/images\?/);
  await send(buildSamplePhoto({ width, height }).bytes);
  expect((await answered).status()).toBe(202);
  const [stored] = await filesOf(channelId);
  const pixels = (stored?.width ?? 0) * (stored?.height ?? 0);
  expect(pixels).toBeGreaterThan(8_900_000);
  expect(pixels).toBeLessThan(9_000_001);
  expect((stored?.width ?? 0) / (stored?.height ?? 1)).toBeCloseTo(width / height, 2);
});

it('one with too many bytes goes too, and one that the server takes goes as it is', async () => {
  const { page, channelId, send } = await openVisitor();
  for (const bytes of [heavy, buildSamplePhoto().bytes]) {
    const answered = page.waitForResponse(/\/images\?/);
    await send(bytes);
    expect((await answered).status()).toBe(202);
  }
  const types = (await filesOf(channelId)).map((file) => file.content_type);
  expect(types.toSorted()).toEqual(['image/jpeg', 'image/png']);
});

it('where the browser cannot, the advice is one that helps', async () => {
  const { page, chat, send, watch } = await openVisitor();
  watch.expect(/status of 413/);
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'createImageBitmap'));
  await send(buildSamplePhoto({ width: 5120, height: 2880 }).bytes);
  await chat.panel.getByText('В картинке слишком много пикселей. Обрежьте или уменьшите её.').waitFor();
  await send(heavy);
  await chat.panel.getByText('Картинка слишком большая. Обрежьте или уменьшите её.').waitFor();
});
