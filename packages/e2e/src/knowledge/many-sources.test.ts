import { expect, it } from 'vitest';
import { makePdf } from '../../../server/src/domains/knowledge/testing/documents/make-pdf.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const SCANS = ['Скан 1.pdf', 'Скан 2.pdf', 'Скан 3.pdf'];
const texts = Array.from({ length: 6 }, (_, at) =>
  file(`Памятка ${at + 1}.txt`, Buffer.from(`Правило номер ${at + 1}.`)),
);

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'of many sources those that failed are shown alone, and those that a reading may help are tried again at once: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, []);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
    await page.getByText(t('sources.empty.title')).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles([...texts, ...SCANS.map((name, at) => file(name, makePdf(SCANS.slice(at).map(() => []))))]);
    const rows = page.getByTestId('source');
    await expect.poll(() => rows.and(page.locator('[data-state=ready]')).count()).toBe(6);
    await expect.poll(() => rows.and(page.locator('[data-state=failed]')).count()).toBe(3);

    // A source opens at its top, and who comes back stands where they left the list.
    await rows.last().getByRole('link').scrollIntoViewIfNeeded();
    const left = await rows.last().boundingBox();
    for (const goBack of [
      () => page.getByRole('link', { name: t('sources.opened.back') }).click(),
      () => page.goBack(),
    ]) {
      await rows.last().getByRole('link').click();
      await page.getByTestId('passage').first().waitFor();
      const name = page.getByRole('heading', { level: 1 });
      await expect.poll(async () => (await name.boundingBox())?.y).toBeGreaterThan(0);
      await goBack();
      await expect.poll(() => rows.last().boundingBox()).toEqual(left);
    }
    // What was searched for is still searched for.
    const search = page.getByRole('searchbox', { name: t('sources.search') });
    await search.scrollIntoViewIfNeeded();
    await search.fill('Памятка');
    const place = await search.boundingBox();
    await search.fill('Памятка 3');
    await expect.poll(() => rows.count()).toBe(1);
    if (size === 'phone') expect(await search.boundingBox()).toEqual(place);
    await rows.last().getByRole('link').click();
    await page.getByTestId('passage').first().waitFor();
    await page.getByRole('link', { name: t('sources.opened.back') }).click();
    await rows.first().waitFor();
    expect([await search.inputValue(), await rows.count()]).toEqual(['Памятка 3', 1]);
    await search.fill('');
    await page.getByRole('radio', { name: t('sources.filter.failed', { number: 3 }) }).click();
    await expect.poll(() => rows.count()).toBe(3);
    await look(`many-sources-${locale}`);

    // A scan stays a scan, however often it is read.
    const retryAll = page.getByRole('button', { name: t('sources.retry_all', { number: 2 }) });
    expect(await page.getByRole('button', { name: t('sources.retry_all', { number: 3 }) }).count()).toBe(0);
    const [first, second] = SCANS;
    await stage.product().sql(`update knowledge_sources set reason = 'not_read'
      where knowledge_base_id = '${baseId}' and name in ('${first}', '${second}')`);
    await page.reload();
    await page.getByRole('radio', { name: t('sources.filter.failed', { number: 3 }) }).click();
    const tried = new Set<string>();
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/read-again/')) tried.add(request.url());
    });
    await retryAll.waitFor();
    await look(`retry-all-${locale}`);
    await retryAll.click();
    await expect.poll(() => tried.size).toBe(2);
    await retryAll.waitFor({ state: 'detached' });
    await page.getByText(t('knowledge.source.reason.no_text')).nth(2).waitFor();
    await expect.poll(() => rows.count()).toBe(3);

    // The row that takes the place of a deleted one has the focus.
    await rows
      .first()
      .getByRole('button', { name: /^(?:Действия|Actions): / })
      .click();
    await page.getByRole('menuitem', { name: t('sources.action.remove') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.delete') })
      .click();
    await expect.poll(() => rows.count()).toBe(2);
    await rows.first().locator('a:focus').waitFor();
    expect(faults).toEqual([]);
  },
);
