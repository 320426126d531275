import { expect, it } from 'vitest';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { heading, walk } from './walk.ts';

const stage = useStage({ kind: 'server' });
const NOBODYS = '00000000-0000-7000-8000-000000000000';

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'dead ends lead on, and without a model no screen speaks as if there were one: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const { telegram, url } = stage.product();
    const owner = await signUp(url, { locale });
    const knowledgeBaseId = await createBase(owner);
    const widgetId = await connectChannel(owner, { type: 'widget', knowledgeBaseId });
    const { token } = telegram.registerBot({ name: 'Мебель' });
    await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId });
    telegram.customerSends({ token, from: { id: 895_001, firstName: 'Мария' }, text: 'Как вернуть товар?' });
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });

    await go(`/app/knowledge-bases/${NOBODYS}/`);
    await page.getByText(t('knowledge.gone')).waitFor();
    await look(`base-gone-${locale}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('knowledge.back') })
      .click();
    await heading(page, t('knowledge.title'));
    await go(`/app/channels/widget/${NOBODYS}/`);
    await page.getByText(t('channels.gone')).waitFor();
    await look(`channel-gone-${locale}`);

    await go(`/app/channels/widget/${widgetId}/`);
    await page.getByText(t('channels.field.model_only')).first().waitFor();
    // Role, behaviour, task, creativity, other ways to reach the business.
    expect(await page.getByText(t('channels.field.model_only')).count()).toBe(5);
    const greeting = page.getByLabel(t('channels.field.handOverText'), { exact: true });
    expect(await greeting.getAttribute('placeholder')).toBe(t('assistant.hand_over'));
    await look(`channel-without-model-${locale}`);
    await page.getByRole('tab', { name: t('channels.tab.install') }).click();
    await page.getByText(t('channels.embed.own_machine', { host: new URL(url).host })).waitFor();
    await look(`install-own-machine-${locale}`);

    await go('/app/inbox/');
    await inboxOf(page, t).choose('Мария');
    await page.getByText(t('dialogs.debug.button')).first().click();
    const why = page.getByRole('dialog');
    await why.getByText(t('debug.extractive'), { exact: true }).waitFor();
    expect(await why.getByText(t('debug.prompt_tokens')).count()).toBe(0);
    await look(`why-without-model-${locale}`);
    expect(faults).toEqual([]);
  },
);
