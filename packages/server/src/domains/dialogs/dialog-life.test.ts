import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import type { ClaimedTurn, InboundMessage, TurnDecision } from './index.ts';

/*
 * The life of a dialog: every state before × every event → the state after. A state is told as
 * `who speaks | answer due or not | leased or not | why the first question got no answer | questions without an answer or reason`.
 */

type Scene = { chatId: string; turn: ClaimedTurn | undefined };

let core: Core;
let channel: TelegramChannel;
let nextChat = 1;

beforeAll(async () => {
  core = await startCore();
  channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));
});
afterAll(() => core.close());

const origin = () => ({ accountId: channel.accountId, channelId: channel.channelId });
const place = ({ chatId }: Scene) => ({ ...origin(), chatId });

function buildMessage({ chatId }: Scene, messageId: string, changes: Partial<InboundMessage> = {}): InboundMessage {
  return {
    kind: 'message',
    chat: { id: chatId, isGroup: false, title: '' },
    sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
    ...{ messageId, sentAt: core.clock.now(), text: `question ${messageId}`, attachments: [], replyTo: null },
    ...{ albumId: null, isOwn: false, isAddressed: true, clientId: null },
    ...changes,
  };
}

async function write(scene: Scene, messageId: string): Promise<void> {
  const message = buildMessage(scene, messageId);
  const input = {
    ...origin(),
    message,
    silence: null,
    dueAt: core.clock.now(),
    comeBackAt: null,
    isMediaStored: false,
  };
  await core.dialogs.receiveMessage(core.pool, input);
}

async function dialogIdOf(scene: Scene): Promise<string> {
  return (await core.dialogs.find(place(scene)))?.id ?? '';
}

async function claim(scene: Scene): Promise<void> {
  const dialogId = await dialogIdOf(scene);
  scene.turn = (await core.dialogs.claimTurn({ accountId: channel.accountId, dialogId })) ?? scene.turn;
}

async function commit(scene: Scene, decision: TurnDecision, state: 'queued' | 'sent' = 'sent'): Promise<void> {
  if (!scene.turn) await claim(scene);
  if (scene.turn) await core.dialogs.commitTurn(scene.turn, { state, isCounted: false, sendsNow: false, decision });
}

const send = (scene: Scene) =>
  core.dialogs.send({
    ...place(scene),
    ...{ userId: 'u1', userName: 'Anna', text: 'I am here', urls: [], clientId: null, replyToId: null, state: 'sent' },
  });

const sideEvent = (event: Parameters<Core['dialogs']['applySideEvent']>[1]['event']) =>
  withTransaction(core.pool, (db) => core.dialogs.applySideEvent(db, { ...origin(), event }));

const chatOf = ({ chatId }: Scene) => ({ id: chatId, isGroup: false, title: '' });
const handOver = () => answerWith('A person will answer', { kind: 'hand-over', reason: 'not_known' });
const keepSilent = () => answerWith('', { kind: 'silent', silence: 'no_content' });

const STATES = {
  answered: async (scene: Scene) => {
    await write(scene, '1');
    await commit(scene, answerWith('answer'));
    scene.turn = undefined;
  },
  'answered, not sent yet': async (scene: Scene) => {
    await write(scene, '1');
    await commit(scene, answerWith('answer'), 'queued');
    scene.turn = undefined;
  },
  due: (scene: Scene) => write(scene, '1'),
  leased: async (scene: Scene) => {
    await write(scene, '1');
    await claim(scene);
  },
  waiting: async (scene: Scene) => {
    await write(scene, '1');
    await commit(scene, handOver());
    scene.turn = undefined;
  },
  'taken over': async (scene: Scene) => {
    await write(scene, '1');
    await core.dialogs.pause(place(scene));
  },
  'answered by a person': async (scene: Scene) => {
    await write(scene, '1');
    await send(scene);
  },
  banned: async (scene: Scene) => {
    await write(scene, '1');
    await core.dialogs.setBanned(place(scene), true);
  },
} satisfies Record<string, (scene: Scene) => Promise<unknown>>;

const EVENTS = {
  'customer writes': (scene: Scene) => write(scene, '2'),
  'customer edits': (scene: Scene) =>
    sideEvent({ kind: 'edit', chat: chatOf(scene), messageId: '1', text: 'edited', editedAt: core.clock.now() }),
  'customer deletes': (scene: Scene) => sideEvent({ kind: 'delete', chat: chatOf(scene), messageIds: ['1'] }),
  'operator writes': (scene: Scene) => send(scene).catch(() => undefined),
  'person writes on the platform': (scene: Scene) =>
    withTransaction(core.pool, (db) =>
      core.dialogs.receiveOwnMessage(db, {
        ...origin(),
        message: buildMessage(scene, 'own', { isOwn: true, text: 'I answered' }),
      }),
    ),
  'operator takes over': (scene: Scene) => core.dialogs.pause(place(scene)),
  'operator hands back': (scene: Scene) => core.dialogs.resume(place(scene)),
  'operator bans': (scene: Scene) => core.dialogs.setBanned(place(scene), true),
  'operator lifts the ban': (scene: Scene) => core.dialogs.setBanned(place(scene), false),
  'assistant claims': claim,
  'assistant answers': (scene: Scene) => commit(scene, answerWith('answer')),
  'assistant hands over': (scene: Scene) => commit(scene, handOver()),
  'assistant keeps silent': (scene: Scene) => commit(scene, keepSilent()),
  'assistant gives back': async (scene: Scene) => {
    if (scene.turn) await core.dialogs.releaseTurn(scene.turn, core.clock.now());
  },
  'operator reads': (scene: Scene) => core.dialogs.markRead(place(scene)),
} satisfies Record<string, (scene: Scene) => Promise<unknown>>;

type State = keyof typeof STATES;
type Event = keyof typeof EVENTS;

const stateRow = z.object({
  is_due: z.boolean(),
  is_leased: z.boolean(),
  silence: z.string().nullable(),
  open: z.coerce.number(),
});

async function readState(scene: Scene): Promise<string> {
  const chat = (await core.dialogs.find(place(scene)))?.chat;
  const { rows } = await core.pool.query(
    `select d.answer_due_at is not null as is_due, d.lease_until is not null as is_leased,
       (select m.silence from messages m where m.account_id = d.account_id and m.dialog_id = d.id and m.seq = 1) as silence,
       (select count(*) from messages m where m.account_id = d.account_id and m.dialog_id = d.id and m.author = 'customer' and m.silence is null
         and m.seq > coalesce((select max(a.turn_seq) from messages a where a.account_id = d.account_id and a.dialog_id = d.id), 0)) as open
     from dialogs d where d.account_id = $1 and d.channel_id = $2 and d.chat_id = $3`,
    [channel.accountId, channel.channelId, scene.chatId],
  );
  const row = stateRow.parse(rows[0]);
  const parts = [
    chat?.speaker,
    row.is_due ? 'due' : 'not due',
    row.is_leased ? 'leased' : 'free',
    row.silence ?? 'no reason',
  ];
  return [...parts, row.open].join(' | ');
}

const LIFE: Record<State, Record<Event, string>> = {
  answered: {
    'customer writes': 'assistant | due | free | no reason | 1',
    'customer edits': 'assistant | not due | free | edited | 0',
    'customer deletes': 'assistant | not due | free | no reason | 0',
    'operator writes': 'operator | not due | free | no reason | 0',
    'person writes on the platform': 'operator | not due | free | no reason | 0',
    'operator takes over': 'paused | not due | free | no reason | 0',
    'operator hands back': 'assistant | not due | free | no reason | 0',
    'operator bans': 'banned | not due | free | no reason | 0',
    'operator lifts the ban': 'assistant | not due | free | no reason | 0',
    'assistant claims': 'assistant | not due | free | no reason | 0',
    'assistant answers': 'assistant | not due | free | no reason | 0',
    'assistant hands over': 'assistant | not due | free | no reason | 0',
    'assistant keeps silent': 'assistant | not due | free | no reason | 0',
    'assistant gives back': 'assistant | not due | free | no reason | 0',
    'operator reads': 'assistant | not due | free | no reason | 0',
  },
  'answered, not sent yet': {
    'customer writes': 'assistant | due | free | no reason | 1',
    'customer edits': 'assistant | due | free | no reason | 1',
    'customer deletes': 'assistant | due | free | no reason | 1',
    'operator writes': 'operator | not due | free | operator_spoke | 0',
    'person writes on the platform': 'operator | not due | free | operator_spoke | 0',
    'operator takes over': 'waiting | not due | free | taken_over | 0',
    'operator hands back': 'assistant | not due | free | no reason | 0',
    'operator bans': 'banned | not due | free | banned | 0',
    'operator lifts the ban': 'assistant | not due | free | no reason | 0',
    'assistant claims': 'assistant | not due | free | no reason | 0',
    'assistant answers': 'assistant | not due | free | no reason | 0',
    'assistant hands over': 'assistant | not due | free | no reason | 0',
    'assistant keeps silent': 'assistant | not due | free | no reason | 0',
    'assistant gives back': 'assistant | not due | free | no reason | 0',
    'operator reads': 'assistant | not due | free | no reason | 0',
  },
  due: {
    'customer writes': 'assistant | due | free | no reason | 2',
    'customer edits': 'assistant | due | free | no reason | 1',
    'customer deletes': 'assistant | due | free | no reason | 1',
    'operator writes': 'operator | not due | free | operator_spoke | 0',
    'person writes on the platform': 'operator | not due | free | operator_spoke | 0',
    'operator takes over': 'waiting | not due | free | taken_over | 0',
    'operator hands back': 'assistant | due | free | no reason | 1',
    'operator bans': 'banned | not due | free | banned | 0',
    'operator lifts the ban': 'assistant | due | free | no reason | 1',
    'assistant claims': 'assistant | due | leased | no reason | 1',
    'assistant answers': 'assistant | not due | free | no reason | 0',
    'assistant hands over': 'waiting | not due | free | no reason | 0',
    'assistant keeps silent': 'assistant | not due | free | no_content | 0',
    'assistant gives back': 'assistant | due | free | no reason | 1',
    'operator reads': 'assistant | due | free | no reason | 1',
  },
  leased: {
    'customer writes': 'assistant | due | leased | no reason | 2',
    'customer edits': 'assistant | due | free | no reason | 1',
    'customer deletes': 'assistant | due | free | no reason | 1',
    'operator writes': 'operator | not due | free | operator_spoke | 0',
    'person writes on the platform': 'operator | not due | free | operator_spoke | 0',
    'operator takes over': 'waiting | not due | free | taken_over | 0',
    'operator hands back': 'assistant | due | free | no reason | 1',
    'operator bans': 'banned | not due | free | banned | 0',
    'operator lifts the ban': 'assistant | due | leased | no reason | 1',
    'assistant claims': 'assistant | due | leased | no reason | 1',
    'assistant answers': 'assistant | not due | free | no reason | 0',
    'assistant hands over': 'waiting | not due | free | no reason | 0',
    'assistant keeps silent': 'assistant | not due | free | no_content | 0',
    'assistant gives back': 'assistant | due | free | no reason | 1',
    'operator reads': 'assistant | due | leased | no reason | 1',
  },
  waiting: {
    'customer writes': 'waiting | due | free | no reason | 1',
    'customer edits': 'waiting | not due | free | edited | 0',
    'customer deletes': 'waiting | not due | free | no reason | 0',
    'operator writes': 'operator | not due | free | no reason | 0',
    'person writes on the platform': 'operator | not due | free | no reason | 0',
    'operator takes over': 'waiting | not due | free | no reason | 0',
    'operator hands back': 'assistant | not due | free | no reason | 0',
    'operator bans': 'banned | not due | free | no reason | 0',
    'operator lifts the ban': 'waiting | not due | free | no reason | 0',
    'assistant claims': 'waiting | not due | free | no reason | 0',
    'assistant answers': 'waiting | not due | free | no reason | 0',
    'assistant hands over': 'waiting | not due | free | no reason | 0',
    'assistant keeps silent': 'waiting | not due | free | no reason | 0',
    'assistant gives back': 'waiting | not due | free | no reason | 0',
    'operator reads': 'waiting | not due | free | no reason | 0',
  },
  'taken over': {
    'customer writes': 'waiting | not due | free | taken_over | 0',
    'customer edits': 'waiting | not due | free | taken_over | 0',
    'customer deletes': 'paused | not due | free | taken_over | 0',
    'operator writes': 'operator | not due | free | taken_over | 0',
    'person writes on the platform': 'operator | not due | free | taken_over | 0',
    'operator takes over': 'waiting | not due | free | taken_over | 0',
    'operator hands back': 'assistant | due | free | no reason | 1',
    'operator bans': 'banned | not due | free | taken_over | 0',
    'operator lifts the ban': 'waiting | not due | free | taken_over | 0',
    'assistant claims': 'waiting | not due | free | taken_over | 0',
    'assistant answers': 'waiting | not due | free | taken_over | 0',
    'assistant hands over': 'waiting | not due | free | taken_over | 0',
    'assistant keeps silent': 'waiting | not due | free | taken_over | 0',
    'assistant gives back': 'waiting | not due | free | taken_over | 0',
    'operator reads': 'waiting | not due | free | taken_over | 0',
  },
  'answered by a person': {
    'customer writes': 'waiting | not due | free | operator_spoke | 0',
    'customer edits': 'operator | not due | free | operator_spoke | 0',
    'customer deletes': 'operator | not due | free | operator_spoke | 0',
    'operator writes': 'operator | not due | free | operator_spoke | 0',
    'person writes on the platform': 'operator | not due | free | operator_spoke | 0',
    'operator takes over': 'operator | not due | free | operator_spoke | 0',
    'operator hands back': 'assistant | not due | free | operator_spoke | 0',
    'operator bans': 'banned | not due | free | operator_spoke | 0',
    'operator lifts the ban': 'operator | not due | free | operator_spoke | 0',
    'assistant claims': 'operator | not due | free | operator_spoke | 0',
    'assistant answers': 'operator | not due | free | operator_spoke | 0',
    'assistant hands over': 'operator | not due | free | operator_spoke | 0',
    'assistant keeps silent': 'operator | not due | free | operator_spoke | 0',
    'assistant gives back': 'operator | not due | free | operator_spoke | 0',
    'operator reads': 'operator | not due | free | operator_spoke | 0',
  },
  banned: {
    'customer writes': 'banned | not due | free | banned | 0',
    'customer edits': 'banned | not due | free | banned | 0',
    'customer deletes': 'banned | not due | free | banned | 0',
    'operator writes': 'banned | not due | free | banned | 0',
    'person writes on the platform': 'banned | not due | free | banned | 0',
    'operator takes over': 'banned | not due | free | banned | 0',
    'operator hands back': 'banned | not due | free | banned | 0',
    'operator bans': 'banned | not due | free | banned | 0',
    'operator lifts the ban': 'assistant | not due | free | banned | 0',
    'assistant claims': 'banned | not due | free | banned | 0',
    'assistant answers': 'banned | not due | free | banned | 0',
    'assistant hands over': 'banned | not due | free | banned | 0',
    'assistant keeps silent': 'banned | not due | free | banned | 0',
    'assistant gives back': 'banned | not due | free | banned | 0',
    'operator reads': 'banned | not due | free | banned | 0',
  },
};

const STATE_NAMES: State[] = [
  'answered',
  'answered, not sent yet',
  'due',
  'leased',
  'waiting',
  'taken over',
  'answered by a person',
  'banned',
];

describe.each(STATE_NAMES)('a dialog that is %s', (state) => {
  it.each(Object.entries(LIFE[state]))('%s: %s', async (event, after) => {
    const scene: Scene = { chatId: String(nextChat++), turn: undefined };
    await STATES[state](scene);
    await Object.entries(EVENTS).find(([name]) => name === event)?.[1](scene);
    expect(await readState(scene)).toBe(after);
  });
});
