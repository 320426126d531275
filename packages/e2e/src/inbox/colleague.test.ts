import { expect, it } from 'vitest';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });
const customer = { id: 870_001, firstName: 'Мария' };

/** A manager in the account of somebody else. */
async function joinAccount(owner: Person, name: string, locale: 'ru' | 'en'): Promise<Person> {
  const manager = await signUp(stage.product().url, { name, locale });
  await stage
    .product()
    .sql(
      `update members set role = 'manager_all', account_id = (select account_id from members where user_id = $1) where user_id = $2`,
      [owner.uid, manager.uid],
    );
  return manager;
}

it('a colleague is seen typing, and nobody sees himself, in another window either', async () => {
  const t = readTexts('ru');
  const { telegram, url } = stage.product();
  const owner = await signUp(url, { name: 'Анна Котова' });
  const oleg = await joinAccount(owner, 'Олег Рыбаков', 'ru');
  const { token } = telegram.registerBot({ name: 'Мебель' });
  await connectChannel(owner, { type: 'telegram', token, settings: { active: false } });
  telegram.customerSends({ token, from: { ...customer, id: 870_009 }, text: 'Есть ли доставка?' });
  const typed = t('dialogs.typing.operator', { name: 'Олег Рыбаков' });
  const open = async (person: Person) => {
    const { page } = await stage.openAs(person);
    await page.goto(`${url}/app/inbox/`);
    const inbox = inboxOf(page, t);
    await inbox.choose(customer.firstName);
    await page.evaluate(`window.seen = []; new MutationObserver(() => window.seen.push(document.body.innerText))
      .observe(document.body, { subtree: true, childList: true, characterData: true })`);
    const hasSeen = () => page.evaluate(`window.seen.some((text) => text.includes(${JSON.stringify(typed)}))`);
    return { inbox, hasSeen };
  };
  const [mine, his, hisOther] = [await open(owner), await open(oleg), await open(oleg)];
  await expect
    .poll(async () => {
      await his.inbox.field.press('a');
      return await mine.hasSeen();
    })
    .toBe(true);
  await his.inbox.answer('Доставим завтра');
  await hisOther.inbox.message('Доставим завтра').waitFor();
  expect([await his.hasSeen(), await hisOther.hasSeen()]).toEqual([false, false]);
});

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)('a dialog that a colleague took bears the name of the colleague: %s, %s', async (size, locale) => {
  const t = readTexts(locale);
  const { telegram, url } = stage.product();
  const owner = await signUp(url, { locale });
  const oleg = await joinAccount(owner, 'Олег Рыбаков', locale);
  const { token } = telegram.registerBot({ name: 'Мебель' });
  await connectChannel(owner, { type: 'telegram', token, settings: { active: false } });
  const from = { ...customer, id: customer.id + (size === 'phone' ? 1 : 0) };
  telegram.customerSends({ token, from, text: 'Есть ли доставка?' });
  const mine = await walk(stage, { size, person: owner, locale });
  const his = await walk(stage, { size: 'desktop', person: oleg, locale });
  const inbox = inboxOf(mine.page, t);
  const hisInbox = inboxOf(his.page, t);
  await Promise.all([mine.go('/app/inbox/'), his.go('/app/inbox/')]);
  await hisInbox.choose(from.firstName);
  await hisInbox.answer('Доставим завтра.');
  await hisInbox.row(from.firstName).getByText(t('dialogs.speaker.you')).waitFor();
  const row = inbox.row(from.firstName);
  await row.getByText(t('dialogs.speaker.colleague', { name: 'Олег Рыбаков' })).waitFor();
  await mine.look(`colleague-row-${locale}`);

  telegram.customerSends({ token, from, text: 'А сегодня?' });
  await row.getByText(t('dialogs.taken_by', { name: 'Олег Рыбаков' })).waitFor();
  await inbox.choose(from.firstName);
  if (size === 'phone') await mine.page.getByText(t('dialogs.open_card')).locator('..').click();
  await mine.page.getByText(t('dialogs.card.taken_by', { name: 'Олег Рыбаков' })).waitFor();
  await mine.look(`colleague-card-${locale}`);
  expect([...mine.faults, ...his.faults]).toEqual([]);
});
