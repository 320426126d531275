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
  'of many sources those that failed are shown alone and tried again at once: %s, %s',
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
    await page.getByRole('radio', { name: t('sources.filter.failed', { number: 3 }) }).click();
    await expect.poll(() => rows.count()).toBe(3);
    await look(`many-sources-${locale}`);

    const tried = new Set<string>();
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/read-again/')) tried.add(request.url());
    });
    await page.getByRole('button', { name: t('sources.retry_all', { number: 3 }) }).click();
    await expect.poll(() => tried.size).toBe(3);
    await page.getByRole('button', { name: t('sources.retry_all', { number: 3 }) }).waitFor();
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
