import { afterEach } from 'vitest';
import { scriptSessions } from '../../../connectors/suite/session-script.ts';
import { buildAccount, type Core, type CoreOptions, startCore } from '../../../testing/start-core.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const toClose: Core[] = [];
afterEach(async () => {
  for (const core of toClose.splice(0).toReversed()) await core.close();
});

/** Closed after the test, before those that were started earlier. */
export const closeLater = (core: Core) => void toClose.push(core);

/** What the phone of the owner is called on the platform. */
export const NUMBER = '79990000001';
export const openReport = (identity: string) =>
  ({ state: 'open', account: { identity, accountName: identity, title: 'Phone', profileUrl: null } }) as const;

/** A business and a platform of one long connection for each account, which the test drives. */
export async function startSessions(given: Pick<CoreOptions, 'decideTurn'> = {}) {
  const clock = createTestClock();
  const script = scriptSessions();
  const options = { ...given, clock, connectors: { courier: script.connector } };
  const core = await startCore(options);
  closeLater(core);
  const owner = await buildOwner(core, script);
  const work = async () => {
    await core.idle();
    clock.advance(5000);
    await core.sweep();
    await core.idle();
  };
  const texts = () => script.sent.map(({ text }) => text);
  /** A second business on the same server. */
  const another = () => buildOwner(core, script);
  return { ...script, ...owner, clock, options, core, work, texts, another };
}

async function buildOwner(core: Core, script: ReturnType<typeof scriptSessions>) {
  const accountId = await buildAccount(core, { plan: 'starter', messagesLimit: null });

  const begin = async () => {
    const progress = await core.channels.connecting.start({ accountId, type: 'courier' });
    if (progress.isDone) throw new Error('It begins with a code');
    return progress.open.id;
  };
  const poll = async (id: string) => {
    const progress = await core.channels.connecting.poll({ accountId, id });
    return progress.isDone ? undefined : progress.open.draft.step;
  };
  const last = () => {
    const session = script.opened.at(-1);
    if (!session) throw new Error('No session was opened');
    return session;
  };
  /** What an owner does; gives the id of the channel. */
  async function link(number = NUMBER): Promise<string> {
    const id = await begin();
    const before = script.opened.length;
    await poll(id);
    await core.gateway.refreshSessions();
    await waitUntil(() => script.opened.length > before);
    last().report({ state: 'linking', content: 'qr', code: null });
    last().report(openReport(number));
    await waitUntil(async () => (await poll(id))?.kind === 'review');
    const done = await core.channels.connecting.advance({ accountId, id, input: { kind: 'review', step: 'review' } });
    if (!done.isDone) throw new Error('It ends with a channel');
    await core.gateway.refreshSessions();
    return done.channel.id;
  }
  const channel = (id: string) => core.channels.find(accountId, id);
  const write = (id: string, text: string) =>
    last().accept([
      { eventId: id, payload: { message: { id, chat: 'c-1', name: 'Anna', text, at: core.clock.now().getTime() } } },
    ]);
  return { accountId, begin, poll, last, link, channel, write };
}
