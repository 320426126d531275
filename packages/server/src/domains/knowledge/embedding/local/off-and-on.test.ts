import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeSentenceModel } from '../../testing/models/make-sentence-model.ts';
import {
  chooseLocal,
  type OpenLocalModels,
  openLocalModels,
  SHOP_WORDS,
} from '../../testing/models/open-local-model.ts';
import { writeModel } from '../../testing/models/write-model.ts';
import { createFolderReader } from './model-folder.ts';
import { readModel, unwantModel } from './model-store.ts';

let models: OpenLocalModels;
beforeAll(async () => {
  models = await openLocalModels();
});
afterAll(() => models.close());
afterEach(async () => {
  await models.pool.query('delete from knowledge_models');
  await models.pool.query('delete from knowledge_embedding_choices');
});

it('whoever switches it on while the last one switches it off keeps it', async () => {
  const { local } = await models.openNode();
  const { name } = local;
  await local.want();
  // The one who leaves has seen that nobody wants it; then another account chooses it, and finds it wanted.
  await chooseLocal(models.pool);
  await local.want();
  await unwantModel.run(models.pool, { name, now: new Date() });
  await local.look();
  expect((await readModel.first(models.pool, { name }))?.state).toBe('ready');
});

it.each([
  ['put away', "update knowledge_models set state = 'absent'"],
  ['never noted', 'delete from knowledge_models'],
])('a model that was %s is had while an account has chosen it', async (_name, change) => {
  const { local } = await models.openNode();
  await chooseLocal(models.pool);
  await local.want();
  await local.look();
  await models.pool.query(change);
  await local.look();
  expect(await local.now()).toMatchObject({ state: 'ready' });
});

it('a folder is read once for all who ask at the same time, and again after it was no model', async () => {
  const folder = await models.newFolder();
  await writeModel(folder, makeSentenceModel(SHOP_WORDS));
  const folders = createFolderReader();
  const [first, second] = await Promise.all([folders.read(folder), folders.read(folder)]);
  expect(second).toBe(first);
  const broken = await models.newFolder();
  const read = () => Promise.allSettled([folders.read(broken), folders.read(broken)]);
  expect((await read()).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await writeModel(broken, makeSentenceModel(SHOP_WORDS));
  expect((await read()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
