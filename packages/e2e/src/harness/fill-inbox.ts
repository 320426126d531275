import type { TelegramSimulator } from '@otvet/simulators';
import { vi } from 'vitest';
import { connectChannel, type Person } from './seed.ts';

export type Crowd = { token: string; channelId: string };

const FIRST_ID = 810_000;

/** The customer of a place in the crowd. */
export function crowdPerson(at: number) {
  return { id: FIRST_ID + at, firstName: `Клиент ${String(at).padStart(3, '0')}` };
}

/** A bot whose assistant is off, and one dialog for each of `count` customers; the last one wrote last. */
export async function fillInbox(
  { telegram, owner }: { telegram: TelegramSimulator; owner: Person },
  count: number,
): Promise<Crowd> {
  const { token } = telegram.registerBot({ name: 'Бот магазина' });
  const channelId = await connectChannel(owner, { type: 'telegram', token, settings: { active: false } });
  for (let at = 1; at <= count; at += 1) {
    telegram.customerSends({ token, from: crowdPerson(at), text: `Вопрос номер ${at}` });
  }
  await waitForDialogs(owner, count);
  return { token, channelId };
}

export async function waitForDialogs(owner: Person, count: number): Promise<void> {
  const check = async () => {
    const { count: found } = await owner.call('GET', '/v1/chat/all-chats/?limit=1');
    if (found !== count) throw new Error(`${found} of ${count} dialogs are there.`);
  };
  await vi.waitFor(check, { timeout: 120_000, interval: 100 });
}

/** Writes to a customer of the crowd from elsewhere. */
export async function writeTo(
  owner: Person,
  { at, channelId, text }: { at: number; channelId: string; text: string },
): Promise<void> {
  await owner.call('POST', `/v1/chat/messages/${crowdPerson(at).id}_${channelId}/`, { text });
}
