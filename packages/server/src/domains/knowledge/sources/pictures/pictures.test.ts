import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { type OpenSources, openSources } from '../../testing/open-sources.ts';
import type { PictureAnswer, PictureReader, PreparedPicture } from './picture-reader.ts';

let open: OpenSources;
beforeAll(async () => {
  open = await openSources();
});
afterEach(() => {
  open.replaced.pictureReader = undefined;
  open.replaced.read = undefined;
});
afterAll(() => open.close());

const OWNER = 'owner' as const;
const PRICES = '# Прайс\nЧистка дивана стоит 1750 рублей.';
const written = (text: string, model = 'eyes'): PictureAnswer => ({
  ...{ kind: 'written', text, model },
  ...{ promptTokens: 900, completionTokens: 40 },
});
const unread = (fault: 'busy' | 'down' | 'refused' | 'blind', retryAfterMs: number | null = null): PictureAnswer => ({
  ...{ kind: 'unread', fault, retryAfterMs },
});

/** A model that says what it is told to, and what it was shown. */
function showTo(answers: (PictureAnswer | (() => Promise<PictureAnswer>))[], models = ['eyes']) {
  const seen: PreparedPicture[] = [];
  const reader: PictureReader & { isBlind: boolean } = {
    models,
    isBlind: false,
    canSee: () => !reader.isBlind,
    read: async (picture) => {
      seen.push(picture);
      const answer = answers[Math.min(seen.length, answers.length) - 1];
      return typeof answer === 'function' ? await answer() : (answer ?? unread('down'));
    },
  };
  open.replaced.pictureReader = reader;
  return { seen, reader };
}

/** Each call gives other bytes, so that no picture is known from another test. */
const draw = async (width = 60, height = 40) => {
  const bytes = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  const background = { r: bytes[0] ?? 0, g: bytes[1] ?? 0, b: bytes[2] ?? 0 };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  return Buffer.from(
    await picture
      .withExif({ IFD0: { Artist: 'Secret Anna' } })
      .png()
      .toBuffer(),
  );
};

it('a picture becomes passages that answer, by one call, and is sent as a small JPEG without what the camera wrote', async () => {
  const { seen } = showTo([written(PRICES)]);
  const base = await open.openBase();
  const id = await base.upload(await draw(3000, 1000), 'Прайс.PNG');
  expect(await base.ended(id)).toMatchObject({ state: 'ready', kind: 'file', name: 'Прайс.png', passages: 1 });
  expect(await base.ask('сколько стоит чистка дивана')).toEqual(['Чистка дивана стоит 1750 рублей.']);
  expect(seen).toHaveLength(1);
  const [first] = seen[0]?.parts ?? [];
  const head = await sharp(first).metadata();
  expect(head).toMatchObject({ format: 'jpeg' });
  expect(head.exif).toBeUndefined();
  expect(seen[0]).toMatchObject({ direction: 'right', parts: [expect.anything(), expect.anything()] });
});

it('the same bytes are not asked about again: added anew, read again, in another base', async () => {
  const { seen } = showTo([written(PRICES)]);
  const base = await open.openBase();
  const picture = await draw();
  const id = await base.upload(picture, 'a.png');
  await base.ended(id);
  expect(await base.upload(picture, 'b.png')).toBe(id);
  await waitUntil(async () => (await base.find(id))?.checkedAt !== null && (await base.find(id))?.state === 'ready');
  await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER });
  await base.ended(id);
  const other = await open.knowledge.bases.create({ accountId: base.accountId, name: 'Другая' });
  const place = { accountId: base.accountId, knowledgeBaseId: other.id };
  const files = [new File([picture], 'c.png')];
  await open.sources.addFiles({ ...place, hint: '', userId: 'Anna', files });
  const page = () => open.sources.page({ ...place, limit: 10, offset: 0 });
  await waitUntil(async () => (await page()).sources[0]?.state === 'ready');
  expect(seen).toHaveLength(1);
  expect((await page()).sources[0]).toMatchObject({ passages: 1 });
});

it('another model is asked about the same picture once it is read again', async () => {
  showTo([written(PRICES)]);
  const base = await open.openBase();
  const id = await base.upload(await draw(), 'a.png');
  await base.ended(id);
  const better = showTo([written('# Прайс\nЧистка дивана стоит 1800 рублей.', 'better')], ['better']);
  await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER });
  await waitUntil(async () => (await base.find(id))?.version === 2);
  expect(better.seen).toHaveLength(1);
  expect((await base.passages(id))[0]?.text).toContain('1800');
});

it('risk: one account reads what was written of the picture of another', async () => {
  const picture = await draw();
  const { seen } = showTo([written(PRICES), written('# Прайс\nДругое.')]);
  const [mine, foreign] = [await open.openBase(), await open.openBase()];
  await mine.ended(await mine.upload(picture, 'a.png'));
  const id = await foreign.upload(picture, 'a.png');
  await foreign.ended(id);
  expect(seen).toHaveLength(2);
  expect((await foreign.passages(id))[0]?.text).toBe('Другое.');
});

it('without a model that sees, pictures are refused before they are stored, and the other files are not', async () => {
  const base = await open.openBase();
  await expect(base.upload(await draw(), 'Прайс.JPG')).rejects.toMatchObject({ code: 'knowledge.pictures_not_read' });
  const { reader } = showTo([written(PRICES)]);
  reader.isBlind = true;
  await expect(base.upload(await draw(), 'a.webp')).rejects.toMatchObject({ code: 'knowledge.pictures_not_read' });
  expect(await base.ended(await base.upload('Текст.'))).toMatchObject({ state: 'ready' });
  const count = `select count(*) as count from files where account_id = $1`;
  expect((await open.pool.query(count, [base.accountId])).rows).toEqual([{ count: '1' }]);
});

it('a model that turns out to take no pictures ends the reading in words; the person tries once more when there is another', async () => {
  showTo([unread('blind')]);
  const base = await open.openBase();
  const id = await base.upload(await draw(), 'a.png');
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason: 'picture_unseen', nextTryAt: null });
  showTo([written(PRICES)]);
  await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER });
  await waitUntil(async () => (await base.find(id))?.state === 'ready');
});

it.each([
  ['busy', null, 30_000],
  ['busy', 90_000, 90_000],
  ['down', null, 30_000],
] as const)(
  '%s: the next try is planned, not sooner than the server wants, and the last version stays',
  async (fault, retryAfterMs, pause) => {
    showTo([written(PRICES)]);
    const base = await open.openBase();
    const name = 'a.png';
    const id = await base.upload(await draw(), name);
    await base.ended(id);
    const { seen } = showTo([unread(fault, retryAfterMs), written('# Прайс\nЧистка дивана стоит 1900 рублей.')]);
    await base.upload(await draw(), name);
    await waitUntil(async () => (await base.find(id))?.nextTryAt !== null);
    const source = await base.find(id);
    const dueAt = new Date(open.clock.now().getTime() + pause).toISOString();
    expect(source).toMatchObject({ state: 'waiting', reason: `model_${fault}`, nextTryAt: dueAt, version: 1 });
    expect(await base.ask('сколько стоит чистка дивана')).toEqual(['Чистка дивана стоит 1750 рублей.']);
    open.clock.advance(pause);
    await open.sources.checkDue();
    await waitUntil(async () => (await base.find(id))?.version === 2);
    expect(seen).toHaveLength(2);
    expect(await base.ask('сколько стоит чистка дивана')).toEqual(['Чистка дивана стоит 1900 рублей.']);
  },
);

it('what is final fails with its reason; a picture without a text is not asked about twice', async () => {
  const base = await open.openBase();
  const failed = async (answer: PictureAnswer, bytes: Buffer<ArrayBuffer>, name: string) => {
    const { seen } = showTo([answer]);
    const source = await base.ended(await base.upload(bytes, name));
    return [source?.state, source?.reason, seen.length];
  };
  expect(await failed(unread('refused'), await draw(), 'refused.png')).toEqual(['failed', 'picture_refused', 1]);
  const blank = await draw();
  expect(await failed(written(''), blank, 'blank.png')).toEqual(['failed', 'picture_empty', 1]);
  expect(await failed(written(PRICES), blank, 'blank.png')).toEqual(['failed', 'picture_empty', 0]);
  // Neither is shown to a model: no picture, and a damaged one.
  expect(await failed(written(PRICES), Buffer.from('<svg/>'), 'drawing.png')).toEqual(['failed', 'wrong_type', 0]);
  const cut = (await draw(600, 600)).subarray(0, 900);
  expect(await failed(written(PRICES), Buffer.from(cut), 'cut.png')).toEqual(['failed', 'damaged', 0]);
});

it('risk: the answer comes when its source is gone or was replaced meanwhile', async () => {
  const base = await open.openBase();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const late = async () => {
    asked.resolve();
    await held.promise;
    return written(PRICES);
  };
  showTo([late, written('# Прайс\nНовое.')]);
  const id = await base.upload(await draw(), 'a.png');
  await asked.promise;
  await open.sources.remove({ accountId: base.accountId, id, role: OWNER });
  held.resolve();
  const next = await base.upload(await draw(), 'b.png');
  await base.ended(next);
  expect((await base.passages(next)).map(({ text }) => text)).toEqual(['Новое.']);
  const left = 'select source_id from knowledge_picture_texts where account_id = $1';
  expect((await open.pool.query(left, [base.accountId])).rows).toEqual([{ source_id: next }]);
  await open.sources.remove({ accountId: base.accountId, id: next, role: OWNER });
  expect((await open.pool.query(left, [base.accountId])).rows).toEqual([]);
  expect(await base.ask('новое')).toEqual([]);
});
