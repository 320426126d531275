import { describe, expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, type Size, sizes } from '../looks/check-screen.ts';

const stage = useStage({ kind: 'server' });

describe('the wizard', () => {
  it.each([
    ['desktop', 'ru'],
    ['phone', 'en'],
  ] as const)(
    'leads from nothing to a bot that answers, over reloads and another device: %s, %s',
    async (size: Size, locale) => {
      const t = readTexts(locale);
      const { url, telegram } = stage.product();
      const owner = await signUp(url, { locale });
      const bot = telegram.registerBot({ name: 'Чай', username: `${size}_wizard_bot` });
      const { page } = await stage.openAs(owner, { locale, viewport: sizes[size] });
      const faults: string[] = [];
      const lookAt = async (name: string) => {
        faults.push(...(await checkScreen(page, { name: `wizard-${name}-${locale}`, size })));
      };
      const button = (key: string, at = page) => at.getByRole('button', { name: t(key), exact: true });
      const dialog = page.getByRole('dialog');

      await page.goto(`${url}/wizard/`);
      await page.getByRole('heading', { name: t('wizard.intro.title'), level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/wizard/intro/');
      await lookAt('1-intro');
      await page.getByRole('link', { name: t('wizard.intro.begin') }).click();
      const offer = page.getByRole('button', { name: t('channels.connect_named', { channel: 'Telegram' }) });
      await offer.waitFor();
      await lookAt('2-channels');
      await offer.click();
      await dialog.getByLabel(t('channels.telegram.token'), { exact: true }).fill(bot.token);
      await button('channels.connecting.next').click();
      await dialog.getByLabel(t('channels.field.name')).waitFor();
      // Another device begins where the server says.
      const { page: other } = await stage.openAs(owner, { locale });
      await other.goto(`${url}/wizard/channels/`);
      await other
        .getByRole('button', { name: t('channels.connecting.continue_named', { channel: 'Telegram' }) })
        .waitFor();
      await button('channels.connecting.finish').click();

      await page.getByRole('heading', { name: t('wizard.role.title'), level: 1 }).waitFor();
      await page.getByLabel(t('channels.field.role'), { exact: true }).fill('консультант чайной лавки');
      await page.getByLabel(t('knowledge.pair.question'), { exact: true }).fill('Сколько стоит доставка?');
      await page.reload();
      // Typed and not saved: kept.
      const answer = page.getByLabel(t('knowledge.pair.answer'), { exact: true });
      await answer.fill('Доставка стоит 300 рублей.');
      expect(await page.getByLabel(t('channels.field.role'), { exact: true }).inputValue()).toBe(
        'консультант чайной лавки',
      );
      await lookAt('3-role');
      await button('wizard.role.save').click();
      await page.getByRole('heading', { name: t('wizard.try.title'), level: 1 }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: t('wizard.role.title'), level: 1 }).waitFor();
      await page.goForward();
      await page.getByRole('button', { name: 'Сколько стоит доставка?' }).click();
      await page.getByTestId('tried-answer').getByText('Доставка стоит 300 рублей.').waitFor();
      await lookAt('4-try');

      // The same through the platform itself.
      const { channels } = await owner.call('GET', '/v1/channels/all/');
      expect(channels).toMatchObject([{ type: 'telegram', role: 'консультант чайной лавки' }]);
      await other.goto(`${url}/wizard/`);
      await other.getByRole('link', { name: t('wizard.go_on_named', { name: 'Чай' }) }).click();
      await other.getByRole('heading', { name: t('wizard.role.title'), level: 1 }).waitFor();
      expect(faults).toEqual([]);
    },
    200_000,
  );

  it('and the connect screens lead to a guide in the reader’s language, which needs no session', async () => {
    const { url } = stage.product();
    const { page, watch } = await stage.open({ locale: 'en', viewport: sizes.phone });
    watch.expect(/status of 404/);
    await page.goto(`${url}/docs/channels/telegram/`);
    await page.getByRole('heading', { name: 'If something is wrong', level: 2 }).waitFor();
    expect(await checkScreen(page, { name: 'guide-en', size: 'phone' })).toEqual([]);
    await page.getByRole('radio', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Если что-то не так', level: 2 }).waitFor();
    await page.setViewportSize(sizes.desktop);
    expect(await checkScreen(page, { name: 'guide-ru', size: 'desktop' })).toEqual([]);
    await page.goto(`${url}/docs/channels/nothing/`);
    await page.getByRole('heading', { name: readTexts('ru')('shell.not_found.title') }).waitFor();
  });
});
