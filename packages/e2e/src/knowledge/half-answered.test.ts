import { expect, it } from 'vitest';
import { makeXlsx } from '../../../server/src/domains/knowledge/testing/documents/make-xlsx.ts';
import { askInTelegram } from '../harness/ask-in-telegram.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, shopPairs, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });

const FILE = 'Прайс-лист на перетяжку и чистку мебели, Москва и область 2026.xlsx';
const services = ['Полировка стола', 'Чистка дивана', 'Сборка шкафа', 'Вынос старой мебели', 'Ремонт стула'];
const prices = makeXlsx([
  { name: 'Лист1', rows: [['Услуга', 'Цена, ₽'], ...services.map((service, at) => [service, 1500 + at * 250])] },
]);
const MIN_HEIGHT = { desktop: 24, phone: 32 };

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'of several questions one is answered: what it stands on and what is left open is said: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, shopPairs);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: FILE, mimeType: 'application/octet-stream', buffer: prices }]);
    await page.getByTestId('source').filter({ hasText: 'Прайс' }).getByText(t('sources.state.ready')).waitFor();

    const question = 'Сколько стоит полировка стола и чистка дивана? Продаёте ли вы живых страусов?';
    const inbox = await askInTelegram(stage, { owner, baseId, page, t, question });
    await inbox.message('Полировка стола — цена: 1500 ₽').waitFor();
    const questions = locale === 'ru' ? '«Продаёте ли вы живых страусов»' : '“Продаёте ли вы живых страусов”';
    const reason = t('dialogs.left_open', { questions });
    await page.getByRole('log').getByText(reason).waitFor();
    const card = page.getByRole('region', { name: t('dialogs.card.assistant') });
    if (size === 'desktop') await card.getByText(t('dialogs.card.hand_over', { reason })).waitFor();

    const chips = inbox.messages.locator(`a[title*="${FILE}"]`);
    await chips.first().waitFor();
    const names = await chips.allInnerTexts();
    expect(new Set(names).size).toBe(names.length);
    for (const chip of await chips.all())
      expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_HEIGHT[size]);
    await look(`half-answered-${locale}`);

    await page
      .getByRole('button', { name: t('dialogs.debug.button') })
      .first()
      .click();
    const why = page.getByRole('dialog').getByTestId('half-answered');
    await why.getByText(t('debug.half.open', { questions })).waitFor();
    await why.getByText(FILE).waitFor();
    const steps = page.getByRole('dialog').locator('ol li');
    await steps.filter({ hasText: t('debug.step.retrieval_of', { question: questions, detail: '' }) }).waitFor();
    expect(await page.getByRole('dialog').getByText(t('dialogs.handover.not_known')).count()).toBe(0);
    await look(`half-answered-why-${locale}`);
    expect(faults).toEqual([]);
  },
);
