import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { startHostPage } from '../harness/host-page.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const kinds = ['html', 'tilda', 'bitrix', 'wordpress', 'gtm'] as const;

async function openInstallation(locale: 'ru' | 'en', viewport: { width: number; height: number }) {
  const t = readTexts(locale);
  const owner = await signUp(stage.product().url, { locale });
  const knowledgeBaseId = await createBase(owner);
  const id = await connectChannel(owner, { type: 'widget', name: 'Сайт', knowledgeBaseId });
  const { page, context } = await stage.openAs(owner, { locale, viewport });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${stage.product().url}/app/channels/widget/${id}/`);
  await page.getByRole('tab', { name: t('channels.tab.install') }).click();
  const code = page.getByTestId('embed-line');
  await code.waitFor();
  return { t, id, page, code, site: page.getByLabel(t('channels.embed.site')) };
}

/** The site of somebody who pasted this: the chat answers there. */
async function expectChatOn(embed: string, locale: 'ru' | 'en') {
  const site = await startHostPage({ embed, locale });
  const { page } = await stage.open({ hosts: [site.host], locale });
  await page.goto(site.url);
  const chat = chatWindow(page, locale);
  await chat.open();
  await chat.say('сколько стоит доставка?');
  await chat.said('Доставка по городу 300 ₽, от 5000 ₽ бесплатно.', 'in').waitFor();
  await site.close();
}

it.each([
  { locale: 'ru', viewport: { width: 1440, height: 900 } },
  { locale: 'en', viewport: { width: 390, height: 844 } },
] as const)(
  'each kind of site has its steps with the own code, at $viewport.width px in $locale',
  async ({ locale, viewport }) => {
    const { t, id, page, code, site } = await openInstallation(locale, viewport);
    const codes = new Set<string>();
    for (const kind of kinds) {
      await site.selectOption({ label: t(`channels.embed.site.${kind}`) });
      await page.getByText(t(`channels.embed.${kind}.step_2`), { exact: true }).waitFor();
      expect(
        await page
          .getByRole('list')
          .filter({ hasText: t('channels.embed.check') })
          .getByRole('listitem')
          .count(),
      ).toBe(4);
      const shown = (await code.textContent()) ?? '';
      expect(shown).toContain(`${stage.product().url}/widget.js`);
      expect(shown).toContain(id);
      await page.getByRole('button', { name: t('channels.embed.copy'), exact: true }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown);
      // The button says what it did, and then offers it again.
      await page.getByRole('button', { name: t('channels.embed.copy'), exact: true }).waitFor();
      codes.add(shown);
    }
    expect(codes.size).toBe(2);
    const copies: [string, string][] = [
      [t('channels.embed.address_copy'), stage.product().url],
      [t('channels.embed.command_copy'), 'PUBLIC_URL=https://chat.example.com npm start'],
    ];
    for (const [button, line] of copies) {
      await page.getByRole('button', { name: button }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(line);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    for (const embed of codes) await expectChatOn(embed, locale);
  },
);
