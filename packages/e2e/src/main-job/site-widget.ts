import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import type { ProductOptions } from '../harness/start-product.ts';
import { useStage } from '../harness/use-stage.ts';
import { createBaseOnScreen, goTo, signUpOnScreen } from './set-up-shop.ts';
import { words } from './words.ts';

/** A second on a machine of its own; here other tests and two browsers share its cores. */

/** The main job over the site widget: nothing is prepared, all is done on the screens. */
export function describeSiteWidgetJourney(locale: 'ru' | 'en', options: ProductOptions): void {
  const stage = useStage(options);
  const t = readTexts(locale);
  const said = words[locale];

  it('a visitor is answered, a person takes over and hands back, a refresh loses nothing', async () => {
    const { page: owner, context } = await stage.open({ locale });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await owner.goto(stage.product().url);
    // Russian is the product's first language, whatever the browser speaks.
    if (locale === 'en') await owner.getByRole('radio', { name: 'English' }).click();
    await owner.getByRole('link', { name: t('auth.sign_up.link') }).click();
    await owner.getByRole('button', { name: t('auth.sign_up.button') }).click();
    await owner.getByText(t('errors.field.required')).first().waitFor();
    await owner.getByText(t('errors.field.privacy')).waitFor();
    await owner.getByLabel(t('auth.email'), { exact: true }).fill('anna@shop');
    await owner.getByLabel(t('auth.password'), { exact: true }).fill('short');
    await owner.getByRole('button', { name: t('auth.sign_up.button') }).click();
    await owner.getByText(t('errors.field.email')).waitFor();
    await owner.getByText(t('errors.field.min_length', { count: 8 })).waitFor();
    await signUpOnScreen(owner, t, { name: said.owner, email: 'anna@shop.example' });
    const pairs = [
      { question: said.question, answer: said.answer },
      { question: said.secondQuestion, answer: said.secondAnswer },
    ];
    await createBaseOnScreen(owner, t, { name: said.base, pairs });

    await goTo(owner, t('shell.nav.channels'));
    const connect = t('channels.connect_named', { channel: t('shell.channel.widget') });
    await owner.getByRole('button', { name: connect }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel(t('channels.field.base')).selectOption({ label: said.base });
    await dialog.getByRole('button', { name: t('channels.connecting.finish') }).click();
    await owner.getByRole('tab', { name: t('channels.tab.install') }).click();
    const embed = (await owner.getByTestId('embed-line').textContent()) ?? '';
    await owner.getByRole('button', { name: t('channels.embed.copy'), exact: true }).click();
    expect(await owner.evaluate('navigator.clipboard.readText()')).toBe(embed);
    const channelId = /data-id="([\w-]+)"/.exec(embed)?.[1] ?? '';
    expect(embed).toBe(`<script async src="${stage.product().url}/widget.js" data-id="${channelId}"></script>`);
    const tryLink = owner.getByRole('link', { name: t('channels.embed.try') });
    expect(await tryLink.getAttribute('href')).toBe(`/try/${channelId}`);
    await goTo(owner, t('shell.nav.inbox'));

    const { page: site } = await stage.open({ locale });
    await site.goto(`${stage.product().url}/try/${channelId}?lang=${locale}`);
    const chat = chatWindow(site, locale);
    await chat.open();
    await chat.say(said.asked);
    await chat.said(said.answer, 'in').waitFor();

    const inbox = inboxOf(owner, t);
    await inbox.row(said.answer).waitFor();
    await inbox.choose(said.answer);
    await inbox.message(said.asked).waitFor();
    expect(await inbox.message(said.answer).getAttribute('data-author')).toBe('assistant');
    await inbox.take();
    await inbox.row(t('dialogs.speaker.paused')).waitFor();
    await chat.say(said.request);
    await inbox.message(said.request).waitFor();
    await inbox.answer(said.operator);
    await chat.said(said.operator, 'in').waitFor();
    await chat.panel.getByText(said.owner).first().waitFor();

    await Promise.all([owner.reload(), site.reload()]);
    for (const text of [said.asked, said.answer, said.request, said.operator]) {
      await inbox.message(text).waitFor();
      await chat.said(text).waitFor();
    }
    expect(await inbox.messages.count()).toBe(4);
    expect(await chat.panel.locator('.rows .bubble').count()).toBe(4);

    await inbox.handBack();
    await owner.getByText(t('dialogs.toast.resumed')).waitFor();
    await chat.say(said.secondAsked);
    await chat.said(said.secondAnswer, 'in').waitFor();
    expect(await inbox.message(said.secondAnswer).getAttribute('data-author')).toBe('assistant');
  });
}
