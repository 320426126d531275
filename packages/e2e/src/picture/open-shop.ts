import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Chat, chat } from '@otvet/contract';
import type { TelegramSimulator } from '@otvet/simulators';
import { z } from 'zod';
import { samplePairs } from '../../../../scripts/demo-shop.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import type { Talk } from './sample-talks.ts';

const WITHIN_MS = 120_000;
const chats = z.object({ chats: z.array(chat) });

/** The sample shop with both channels, and its customers. */
export type Shop = {
  owner: Person;
  /** Writes each line of a conversation and waits for its answer. */
  hold(talk: Talk): Promise<void>;
  /** One more line of somebody in Telegram. */
  says(name: string, text: string): void;
  waitFor(isThere: (rows: Chat[]) => boolean): Promise<Chat[]>;
};

export async function openShop({ url, telegram }: { url: string; telegram: TelegramSimulator }): Promise<Shop> {
  const owner = await signUp(url, { name: 'Анна Котова', email: 'anna@dom-mebel.example' });
  const knowledgeBaseId = await createBase(owner, samplePairs, 'Каталог и доставка');
  const { token } = telegram.registerBot({ name: 'Мебель «Дом»', username: 'dom_mebel_bot' });
  const site = await connectChannel(owner, { type: 'widget', name: 'Сайт', knowledgeBaseId });
  await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId });
  const people = new Map<string, number>();

  const waitFor: Shop['waitFor'] = async (isThere) => {
    const deadline = performance.now() + WITHIN_MS;
    for (;;) {
      const rows = chats.parse(await owner.call('GET', '/v1/chat/all-chats/?limit=100')).chats;
      if (isThere(rows)) return rows;
      if (performance.now() > deadline) throw new Error(`This did not happen: ${isThere} in ${JSON.stringify(rows)}`);
      await sleep(100);
    }
  };
  const says = (name: string, text: string, userName?: string) => {
    const [firstName = name, lastName] = name.split(' ');
    const id = people.get(name) ?? 700_001 + people.size;
    people.set(name, id);
    telegram.customerSends({ token, from: { id, firstName, lastName, username: userName }, text });
  };
  return {
    owner,
    waitFor,
    says,
    hold: async ({ name, userName, lines }) => {
      const write =
        userName === undefined
          ? await openVisitor(`${url}/widget/${site}`, name)
          : (text: string) => says(name, text, userName);
      for (const [at, line] of lines.entries()) {
        await write(line);
        await waitFor((rows) =>
          // Each line and what is said to it are two messages.
          rows.some((row) => row.dialogName.includes(name) && row.lastSeq >= 2 * (at + 1)),
        );
        await sleep(1100);
      }
    },
  };
}

async function openVisitor(base: string, name: string): Promise<(text: string) => Promise<void>> {
  const post = async (path: string, body: object, token = '') => {
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  };
  const { token } = z.object({ token: z.string() }).parse(await (await post('start', { locale: 'ru' })).json());
  await post('contact', { name }, token);
  return async (text) => {
    await post('messages', { clientId: randomUUID(), text }, token);
  };
}
