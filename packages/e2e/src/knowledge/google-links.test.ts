import { startGoogleSimulator } from '@otvet/simulators';
import { afterAll, expect, it } from 'vitest';
import { makeDocx } from '../../../server/src/domains/knowledge/testing/documents/make-docx.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const google = await startGoogleSimulator();
const stage = useStage({ kind: 'server', env: { GOOGLE_DOCS_URL: google.url } });
afterAll(() => google.close());

const DOCUMENT = 'd'.repeat(30);
const SHEET = 's'.repeat(30);
const documentLink = `https://docs.google.com/document/d/${DOCUMENT}/edit`;
const sheetLink = `https://docs.google.com/spreadsheets/d/${SHEET}/edit?gid=7`;

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'a Google sheet and a document that is opened later answer; what is removed answers no more: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    google.publish({
      id: SHEET,
      title: 'Прайс мастерской',
      formats: { 'csv:7': 'Услуга,Цена\nЧистка дивана,1750\nПолировка стола,3000' },
    });
    const formats = {
      docx: makeDocx('<w:p><w:r><w:t>Гарантия на перетяжку мебели действует три года.</w:t></w:r></w:p>'),
    };
    google.publish({ id: DOCUMENT, title: 'Гарантия', state: 'private', formats });
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, []);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
    const link = page.getByLabel(t('sources.add.link'));
    const add = async (url: string) => {
      await link.fill(url);
      await page.getByRole('button', { name: t('sources.add.link_button'), exact: true }).click();
      await expect.poll(() => link.inputValue()).toBe('');
    };
    await add(sheetLink);
    const sheet = page.getByTestId('source').filter({ hasText: t('sources.kind.google_sheet') });
    await sheet.getByText(t('sources.state.ready')).waitFor();
    await sheet.getByText('Прайс мастерской').waitFor();
    await add(documentLink);
    const document = page.getByTestId('source').filter({ hasText: t('sources.kind.google_document') });
    await document.getByText(t('knowledge.source.reason.google_permission')).waitFor();
    await look(`google-links-${locale}`);
    google.publish({ id: DOCUMENT, title: 'Гарантия', formats });
    await document.getByRole('button', { name: t('sources.action.read_again_named', { name: '' }).trim() }).click();
    await document.getByText(t('sources.state.ready')).waitFor();

    const ask = async (question: string) => {
      await page.getByRole('tab', { name: t('knowledge.tab.check') }).click();
      await page.getByLabel(t('knowledge.try.question')).fill(question);
      await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    };
    const tried = page.getByTestId('tried');
    await ask('сколько стоит полировка стола');
    await tried.getByText(/3000/).first().waitFor();
    await ask('сколько действует гарантия на перетяжку мебели');
    await tried
      .getByText(/три года/)
      .first()
      .waitFor();

    await page.getByRole('tab', { name: t('knowledge.tab.sources') }).click();
    // A notice that lies over the menu stays while the pointer is on it.
    await expect.poll(() => page.locator('.mantine-Notification-root').count()).toBe(0);
    await sheet.getByRole('button').click();
    await page.getByRole('menuitem', { name: t('sources.action.remove') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.delete') })
      .click();
    await expect.poll(() => sheet.count()).toBe(0);
    await ask('сколько стоит полировка стола');
    await tried.getByText(t('knowledge.try.calls_person', { reason: t('dialogs.handover.not_known') })).waitFor();
    expect(await tried.getByText(/3000/).count()).toBe(0);
    const left = await stage
      .product()
      .sql('select count(*)::int as count from passages where knowledge_base_id = $1', [baseId]);
    expect(left).toEqual([{ count: 1 }]);
    expect(faults).toEqual([]);
  },
);
