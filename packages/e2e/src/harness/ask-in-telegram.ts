import type { Page } from 'playwright-core';
import { crowdPerson, waitForDialogs } from './fill-inbox.ts';
import { type Inbox, inboxOf } from './inbox.ts';
import type { Say } from './read-texts.ts';
import { connectChannel, type Person } from './seed.ts';
import type { Stage } from './use-stage.ts';

type Asked = { owner: Person; baseId: string; page: Page; t: Say; question: string };

/** Connects a bot to a base, has its first customer ask, and opens the dialog in the inbox. */
export async function askInTelegram(stage: Stage, { owner, baseId, page, t, question }: Asked): Promise<Inbox> {
  const { telegram, url } = stage.product();
  const { token } = telegram.registerBot({ name: 'Мастерская' });
  await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: baseId });
  telegram.customerSends({ token, from: crowdPerson(1), text: question });
  await waitForDialogs(owner, 1);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(crowdPerson(1).firstName);
  return inbox;
}
