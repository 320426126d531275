import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelHub, startModelHub } from '@otvet/simulators';
import { afterAll, expect, it } from 'vitest';
import { MODEL, publishModel } from '../../../server/src/domains/knowledge/testing/models/open-local-model.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, sizes } from '../looks/check-screen.ts';

const hub: ModelHub = await startModelHub();
publishModel(hub);
const stage = useStage({ kind: 'server', env: { LOCAL_EMBEDDING_MODEL: MODEL, MODEL_HUB_URL: hub.url } });
afterAll(() => hub.close());

const ONNX = `/${MODEL}/resolve/main/onnx/model_quantized.onnx`;
const t = readTexts('ru');

it.each(['desktop', 'phone'] as const)('an owner switches the search by meaning on: %s', async (size) => {
  const owner = await signUp(stage.product().url);
  await createBase(owner, [{ question: 'Сколько стоит доставка?', answer: 'Доставка по городу стоит 300 ₽.' }]);
  await stage.product().sql('delete from knowledge_models');
  await stage.product().sql('delete from knowledge_embedding_choices');
  await rm(join(stage.product().dataDir, 'models'), { recursive: true, force: true });
  hub.fail(ONNX, 'page');
  const { page } = await stage.openAs(owner, { viewport: sizes[size] });
  await page.goto(`${stage.product().url}/app/knowledge-bases/`);
  const panel = page.getByTestId('meaning');
  const button = (name: 'fetch' | 'retry' | 'cancel' | 'turn_on' | 'turn_off') =>
    panel.getByRole('button', { name: t(`meaning.${name}`), exact: true });
  const shows = (state: string) => page.locator(`[data-testid=meaning][data-state=${state}]`).waitFor();

  await panel.getByText(t('meaning.fetch_unknown', { model: MODEL })).waitFor();
  expect(await checkScreen(page, { name: 'meaning-off', size })).toEqual([]);
  await button('fetch').click();
  await panel.getByText(t('meaning.reason.not_a_file')).waitFor();
  expect(await checkScreen(page, { name: 'meaning-failed', size })).toEqual([]);

  hub.heal();
  hub.fail(ONNX, 'held');
  await button('retry').click();
  await shows('fetching');
  expect(await checkScreen(page, { name: 'meaning-fetching', size })).toEqual([]);
  await button('cancel').click();
  await shows('off');
  await button('fetch').click();
  await shows('fetching');
  hub.heal();
  await shows('on');
  expect(await checkScreen(page, { name: 'meaning-on', size })).toEqual([]);

  await button('turn_off').click();
  await button('turn_on').click();
  await shows('on');
});
