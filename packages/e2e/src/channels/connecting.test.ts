import { describe, expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, GOOD_PASSWORD, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

async function openChannels() {
  const owner = await signUp(stage.product().url);
  await createBase(owner);
  const { page, watch } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/channels/`);
  const begin = page.getByRole('button', { name: t('channels.connect_named', { channel: 'Telegram' }) });
  const dialog = page.getByRole('dialog');
  const button = (key: string) => dialog.getByRole('button', { name: t(key), exact: true });
  const token = dialog.getByLabel(t('channels.telegram.token'), { exact: true });
  return { owner, page, watch, begin, dialog, token, next: button('channels.connecting.next'), button };
}

describe('connecting a channel step by step', () => {
  it('goes on after a reload in the middle of a step, and from the list after it was closed', async () => {
    const { page, begin, dialog, token, next, button } = await openChannels();
    const bot = stage.product().telegram.registerBot({ name: 'Чай', username: 'tea_bot' });
    await begin.click();
    await token.waitFor();
    // Who only looked has begun nothing.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await begin.waitFor();
    expect(await page.getByText(t('channels.connecting.heading')).count()).toBe(0);
    await begin.click();
    await token.fill(bot.token);
    await next.click();
    await dialog.getByText(t('channels.connecting.found', { name: 'Чай' })).waitFor();
    await page.reload();
    await dialog.getByText(t('channels.connecting.found', { name: 'Чай' })).waitFor();
    await dialog.getByRole('button', { name: t('shell.close') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('channels.connecting.continue_named', { channel: 'Telegram' }) }).click();
    await dialog.getByText(t('channels.connecting.progress', { position: 2, count: 2 })).waitFor();
    await dialog.getByLabel(t('channels.field.name')).fill('Чайная лавка');
    await button('channels.connecting.finish').click();
    await page.getByRole('heading', { name: 'Чайная лавка', level: 1 }).waitFor();
    await page.getByRole('link', { name: t('channels.back') }).click();
    await page.getByRole('link', { name: /Чайная лавка/ }).waitFor();
    expect(await page.getByText(t('channels.connecting.heading')).count()).toBe(0);
  });

  it('puts the cursor into the first field of each step', async () => {
    const { page, begin, dialog, token } = await openChannels();
    const isFocused = (element: string) =>
      page.evaluate(`document.activeElement?.matches(${JSON.stringify(element)}) === true`);
    const bot = stage.product().telegram.registerBot({ name: 'Чай', username: 'keyboard_bot' });
    await begin.focus();
    await page.keyboard.press('Enter');
    await token.waitFor();
    await expect.poll(() => isFocused('[role=dialog] input[type=password]')).toBe(true);
    await page.keyboard.type(bot.token);
    await page.keyboard.press('Enter');
    await dialog.getByText(t('channels.connecting.found', { name: 'Чай' })).waitFor();
    await expect.poll(() => isFocused('[role=dialog] input')).toBe(true);
    // From the list, where all of the dialog is there at once.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('channels.connecting.continue_named', { channel: 'Telegram' }) }).click();
    await dialog.getByLabel(t('channels.field.name')).waitFor();
    await expect.poll(() => isFocused('[role=dialog] input')).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Чай', level: 1 }).waitFor();
  });

  it('says first what is needed, and a touch screen begins with the words and not with the keyboard', async () => {
    const { url } = stage.product();
    const owner = await signUp(url);
    const { page } = await stage.openAs(owner, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(`${url}/app/channels/`);
    const dialog = page.getByRole('dialog');
    const focused = () => page.evaluate('document.activeElement?.textContent');
    const channel = t('channels.vkontakte.title');
    await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
    await dialog.getByText(t('channels.vkontakte.before')).waitFor();
    await expect.poll(focused).toBe(t('channels.connecting.before'));
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: t('channels.connecting.before_next') }).click();
    await expect.poll(focused).toBe(t('channels.connecting.what_to_do'));
    // The first field can be seen without scrolling.
    expect((await dialog.getByLabel(t('channels.vkontakte.community')).boundingBox())?.y).toBeLessThan(700);
    await dialog.getByLabel(t('channels.vkontakte.community')).fill('https://vk.com/club1');
    // Who was here before goes on.
    await page.reload();
    await expect.poll(() => dialog.getByLabel(t('channels.vkontakte.community')).inputValue()).not.toBe('');
  });

  it('a server without an address of the internet says so before, and how it gets one', async () => {
    const { page, dialog, button } = await openChannels();
    const card = page.getByRole('listitem').filter({ hasText: t('channels.viber.about') });
    await card.getByText(t('channels.address.mark')).waitFor();
    await card.getByRole('button').click();
    await dialog.getByText(t('channels.address.how')).waitFor();
    expect(await dialog.getByTestId('public-command').textContent()).toContain('PUBLIC_URL=https://');
    // What the channel costs is no secret until the server is set up.
    await dialog.getByText(t('channels.viber.before')).waitFor();
    expect(await button('channels.connecting.back').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('each way that this server cannot take yet says why at the choice, and one comes back to it', async () => {
    const { page, dialog, button } = await openChannels();
    const channel = t('channels.whatsapp.title');
    const card = page.getByRole('listitem').filter({ hasText: t('channels.whatsapp.about') });
    await card.getByText(t('channels.setup.mark')).waitFor();
    await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
    await dialog.getByText(t('channels.way.none')).waitFor();
    await dialog.getByText(t('channels.way.library')).waitFor();
    expect(await dialog.getByTestId('library-command').textContent()).toContain('baileys@');
    await button('channels.embed.command_copy').waitFor();
    expect(await dialog.getByRole('link', { name: /^Инструкция: WhatsApp/ }).count()).toBe(3);
    expect(await dialog.getByText(t('channels.way.address')).count()).toBe(2);
    expect(await dialog.locator('input[type=radio]:checked').count()).toBe(0);
    expect(await dialog.locator('input[type=radio]:disabled').count()).toBe(3);
    await button('channels.way.address_how').last().click();
    await dialog.getByText(t('channels.address.how')).waitFor();
    await dialog.getByText(t('channels.whatsapp-360dialog.cost')).waitFor();
    await button('channels.connecting.back').click();
    await dialog.getByText(t('channels.way.none')).waitFor();
  });

  it.each(['/app/channels/', '/wizard/channels/'])(
    'the button Back of the browser closes one window at a time, and a reload keeps it: %s',
    async (path) => {
      const { page, dialog, button } = await openChannels();
      await page.goto(`${stage.product().url}${path}`);
      const channel = t('channels.whatsapp.title');
      await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
      await dialog.getByText(t('channels.way.none')).waitFor();
      await button('channels.way.address_how').last().click();
      await dialog.getByText(t('channels.whatsapp-360dialog.cost')).waitFor();
      await page.reload();
      await dialog.getByText(t('channels.whatsapp-360dialog.cost')).waitFor();
      await page.goBack();
      await dialog.getByText(t('channels.way.none')).waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe(path);
      // One that was closed by hand is not opened again.
      await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
      await dialog.getByRole('button', { name: t('shell.close') }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.goBack();
      expect(await dialog.count()).toBe(0);
    },
  );

  it('says at the field what is wrong, keeps what was typed, and can be given up', async () => {
    const { page, watch, begin, dialog, token, next, button } = await openChannels();
    watch.expect(/status of 400|asked before leaving/);
    await begin.click();
    await next.click();
    await dialog.getByText(t('errors.field.required')).waitFor();
    const unknown = '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    await token.fill(unknown);
    await next.click();
    await dialog.getByText(t('channels.reason.token_invalid')).waitFor();
    expect(await token.inputValue()).toBe(unknown);
    expect(await token.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    // The reason is kept with the connection, in the same words; the secret that was refused is not.
    await dialog.getByText(t('channels.reason.token_invalid')).waitFor();
    expect(await token.inputValue()).toBe('');
    await dialog.getByRole('button', { name: t('shell.close') }).click();
    await page.getByText(/начато: /).waitFor();
    const discard = page.getByRole('button', { name: t('channels.connecting.cancel_named', { channel: 'Telegram' }) });
    await discard.click();
    await button('shell.cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    await discard.click();
    await button('channels.connecting.cancel').click();
    await page.getByText(t('channels.connecting.heading')).waitFor({ state: 'hidden' });
  });

  it('says at once that there is no network, and goes on when it is asked again', async () => {
    const { page, watch, begin, dialog, token, next } = await openChannels();
    watch.expect(/ERR_(?:INTERNET_|NETWORK_)|WebSocket connection/);
    const bot = stage.product().telegram.registerBot({ name: 'Чай', username: 'offline_bot' });
    await begin.click();
    await token.fill(bot.token);
    await page.context().setOffline(true);
    await next.click();
    await dialog.getByText(t('errors.auth.network')).waitFor();
    await page.context().setOffline(false);
    expect(await token.inputValue()).toBe(bot.token);
    await next.click();
    await dialog.getByText(t('channels.connecting.found', { name: 'Чай' })).waitFor();
  });

  it('keeps a typed name over a reload and over Escape', async () => {
    const { page, dialog, button } = await openChannels();
    const channel = t('shell.channel.widget');
    const name = dialog.getByLabel(t('channels.field.name'));
    await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
    await name.fill('Чат лавки');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Чат лавки');
    await name.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('channels.connecting.continue_named', { channel }) }).click();
    await expect.poll(() => name.inputValue()).toBe('Чат лавки');
    await button('channels.connecting.finish').click();
    await page.getByRole('heading', { name: 'Чат лавки', level: 1 }).waitFor();
  });

  it('asks before a typed token is lost, and keeps it nowhere', async () => {
    const { page, begin, dialog, token, button } = await openChannels();
    await begin.click();
    await token.fill('123456789:secret');
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('secret');
    await token.press('Escape');
    await page.getByText(t('channels.connecting.leave_text')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(t('channels.connecting.leave_text')).waitFor({ state: 'hidden' });
    expect(await token.inputValue()).toBe('123456789:secret');
    await token.press('Escape');
    await button('channels.connecting.leave_button').last().click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('leaves nothing behind when it is closed before anything was typed', async () => {
    const { owner, begin, dialog, token } = await openChannels();
    await begin.click();
    await token.waitFor();
    await dialog.getByRole('button', { name: t('shell.close') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => owner.call('GET', '/v1/connecting/')).toMatchObject({ connecting: [] });
  });

  it('a new token is asked for by the same declaration, and one that does not fit is refused at its field', async () => {
    const { page, watch, begin, token, next, button } = await openChannels();
    watch.expect(/status of 400/);
    const { telegram } = stage.product();
    const bot = telegram.registerBot({ name: 'Кофе', username: 'coffee_bot' });
    await begin.click();
    await token.fill(bot.token);
    await next.click();
    await button('channels.connecting.finish').click();
    await page.getByRole('tab', { name: t('channels.tab.connection') }).click();
    const replaced = page.getByLabel(t('channels.telegram.token'), { exact: true });
    const replace = page.getByRole('button', { name: t('channels.account.replace'), exact: true });
    await page.getByText(t('channels.account.tail', { tail: bot.token.slice(-4) })).waitFor();
    await replaced.fill('не токен');
    await replace.click();
    await page.getByText(t('channels.telegram.token_form')).waitFor();
    await replaced.fill('123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await replace.click();
    await page.getByText(t('channels.reason.token_invalid')).waitFor();
    await replaced.fill(bot.token);
    await replace.click();
    await page.getByText(t('channels.saved')).first().waitFor();
  });

  it.each(['connect-return', 'connect-avito'])(
    'a return to /%s/ that nobody waits for says so and leads back',
    async (path) => {
      const { page, watch } = await openChannels();
      watch.expect(/status of 400|channels.return_unknown/);
      await page.goto(`${stage.product().url}/${path}/?state=forged&code=1`);
      await page.getByText(t('errors.channels.return_unknown')).waitFor();
      await page.getByRole('link', { name: t('channels.back') }).click();
      await page.getByRole('heading', { name: t('channels.title'), level: 1 }).waitFor();
    },
  );

  it('who comes back without a session signs in and loses nothing; who may not manage channels hears so', async () => {
    const { url, sql } = stage.product();
    const person = await signUp(url);
    await sql("update members set role = 'manager_read_and_write' where user_id = $1", [person.uid]);
    const { page, watch } = await stage.open();
    watch.expect(/status of 403|auth.forbidden/);
    await page.goto(`${url}/connect-avito/?state=forged&code=1`);
    await page.getByLabel(t('auth.email')).fill(person.email);
    await page.getByLabel(t('auth.password'), { exact: true }).fill(GOOD_PASSWORD);
    await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
    await page.getByText(t('errors.auth.forbidden')).waitFor();
    expect(await page.getByRole('alert').textContent()).toContain(t('channels.connecting.return_failed'));
  });
});
