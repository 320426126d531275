import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAccount, type Core, startCore } from '../../../testing/start-core.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(['server', 'embedded'] as const)('pictures that two people work on, on the %s database', (kind) => {
  let core: Core;
  beforeAll(async () => {
    core = await startCore({ kind });
  });
  afterAll(() => core.close());

  async function openPair() {
    const accountId = await buildAccount(core);
    const { id: knowledgeBaseId } = await core.knowledge.bases.create({ accountId, name: 'Мебель' });
    const pairs = [{ question: 'Как выглядит кресло?', answer: 'Вот так.' }];
    const [pair] = await core.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
    const id = pair?.id ?? '';
    const upload = async (purpose: 'pair' | 'other' = 'pair') => {
      const by = { kind: 'member' as const, userId: 'Ann' };
      return (await core.files.saveImage({ accountId, bytes: PNG, name: 'a.png', maxBytes: 999, by, purpose })).id;
    };
    const isThere = async (fileId: string) => (await core.files.read({ accountId, fileId })) !== undefined;
    const shown = async () => (await core.knowledge.pairs.find(accountId, id)).photos.map((photo) => photo.id);
    return { accountId, knowledgeBaseId, id, upload, isThere, shown };
  }

  it('risk: a picture is deleted while a pair takes it: the pair shows it, or it is gone', async () => {
    const { accountId, id, upload, isThere, shown } = await openPair();
    for (let at = 0; at < 8; at += 1) {
      const photoId = await upload();
      await Promise.allSettled([
        core.knowledge.photos.remove({ accountId, id: photoId }),
        core.knowledge.photos.add({ accountId, id, photoId }),
      ]);
      expect(await isThere(photoId)).toBe((await shown()).includes(photoId));
    }
  });

  it('what people write to customers is no unused picture of knowledge, and knowledge does not delete it', async () => {
    const { accountId, upload, isThere } = await openPair();
    const [ofPair, ofMessage] = [await upload('pair'), await upload('other')];
    const listed = await core.knowledge.photos.list({ accountId, limit: 10, offset: 0 });
    expect(listed.map((photo) => photo.id)).toEqual([ofPair]);
    await expect(core.knowledge.photos.remove({ accountId, id: ofMessage })).rejects.toMatchObject({
      code: 'knowledge.photo_not_found',
    });
    expect(await isThere(ofMessage)).toBe(true);
  });

  it('risk: a pair takes a picture that a customer sent, or the logo of a widget, and lets it go: it is shown or deleted', async () => {
    const { accountId, knowledgeBaseId, id, upload, isThere, shown } = await openPair();
    const saved = { accountId, bytes: PNG, name: 'c.png', maxBytes: 999, purpose: 'pair' as const };
    const { id: ofVisitor } = await core.files.saveImage({
      ...saved,
      by: { kind: 'visitor', visitorId: core.newId(), ip: '203.0.113.7' },
    });
    const ofLogo = await upload('other');
    for (const photoId of [ofVisitor, ofLogo]) {
      const refused = { code: 'knowledge.photo_not_found' };
      await expect(core.knowledge.photos.add({ accountId, id, photoId })).rejects.toMatchObject(refused);
      const pairs = [{ question: 'Как выглядит стол?', answer: 'Так.' }];
      const added = core.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs, photos: [photoId] });
      await expect(added).rejects.toMatchObject(refused);
      expect(await isThere(photoId)).toBe(true);
    }
    expect(await shown()).toEqual([]);
  });

  it('risk: two people change the pictures of one pair: the second save undoes nothing of the first', async () => {
    const { accountId, id, upload, isThere, shown } = await openPair();
    const [first, second, ofAnn, ofBoris] = [await upload(), await upload(), await upload(), await upload()];
    const save = (photos: string[], photosBefore?: string[]) =>
      core.knowledge.pairs.update({ accountId, id, photos, photosBefore });
    await save([first, second]);
    const seen = await shown();
    await save([second, ofAnn], seen);
    await save([second, first, ofBoris], seen);
    expect(await shown()).toEqual([second, ofBoris, ofAnn]);
    expect(await Promise.all([first, ofAnn].map(isThere))).toEqual([false, true]);
    // Who does not say what he saw means exactly these.
    await save([ofBoris]);
    expect(await shown()).toEqual([ofBoris]);
  });

  it('risk: the bytes of what is gone cannot be deleted: the work was done, and is called done', async () => {
    const { accountId, knowledgeBaseId, id, upload, shown } = await openPair();
    const photoId = await upload();
    await core.knowledge.photos.add({ accountId, id, photoId });
    // A folder in place of the file: deleting it fails.
    const path = join(core.database.dataDir, 'files', accountId, photoId);
    rmSync(path);
    await mkdir(path);
    writeFileSync(join(path, 'x'), 'x');
    await core.knowledge.photos.removeFromPair({ accountId, id: photoId });
    expect(await shown()).toEqual([]);
    await core.knowledge.bases.remove(accountId, knowledgeBaseId);
  });
});
