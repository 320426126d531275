import { startModelSimulator } from '@otvet/simulators';
import { afterAll, expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, sizes } from '../looks/check-screen.ts';

const model = await startModelSimulator();
const stage = useStage({
  kind: 'server',
  env: { AI_BASE_URL: model.baseUrl, AI_MODEL: 'writer', AI_EMBEDDING_MODEL: 'vectors' },
});
afterAll(() => model.close());

it.each([
  ['ru', 'desktop'],
  ['en', 'desktop'],
  ['ru', 'phone'],
  ['en', 'phone'],
] as const)(
  'vectors of several sizes stop the search by meaning until it is tried again: %s, %s',
  async (locale, size) => {
    const t = readTexts(locale);
    const { url, sql } = stage.product();
    const owner = await signUp(url, { locale });
    await createBase(owner, [{ question: 'Сколько стоит доставка?', answer: 'Доставка по городу стоит 300 ₽.' }]);
    await sql('delete from knowledge_embedding_choices');
    const { page } = await stage.openAs(owner, { locale, viewport: sizes[size] });
    await page.goto(`${url}/app/knowledge-bases/`);
    const panel = page.getByTestId('meaning');
    const shows = (state: string) => page.locator(`[data-testid=meaning][data-state=${state}]`).waitFor();
    await shows('on');
    // As it stands after the fourth time; each waits longer than a journey lasts.
    await sql("update knowledge_embeddings set failed_reason = 'dimensions', resizes = 4, revision = 0");
    await page.reload();
    await shows('stopped');
    await panel.getByText(t('meaning.sizes_differ')).waitFor();
    await panel.getByText(t('meaning.state.stopped'), { exact: true }).waitFor();
    await panel.scrollIntoViewIfNeeded();
    expect(await checkScreen(page, { name: `meaning-stopped-${locale}`, size })).toEqual([]);
    await panel.getByRole('button', { name: t('meaning.retry') }).click();
    await shows('on');
  },
);
