import type { ConnectorStep } from '../connect-port.ts';
import { type Connector, ConnectorError, type OutboundMessage, type SendOutcome } from '../port.ts';
import type { OpenSession, SessionOptions } from '../session-port.ts';
import { courierConnector } from './courier/index.ts';

/** One connection that a test drives: what the product opened it with, and what became of it. */
export type ScriptedSession = SessionOptions & { ending: 'open' | 'closed' | 'left' };

/** What the platform does with what it is asked. */
type Platform = {
  outcome: SendOutcome | undefined;
  isInstalled: boolean;
  isReachable: boolean;
  /** How often a connection was begun. */
  tries: number;
  /** A send, or leaving, ends when this does. */
  whenSent(message: OutboundMessage): Promise<void>;
  whenLeft(): Promise<void>;
};

const LINK_STEPS: ConnectorStep[] = [
  {
    kind: 'qr',
    name: 'scan',
    pollSeconds: 2,
    async poll({ session }) {
      const report = await session?.read();
      if (!report) await session?.start({});
      if (report?.state === 'open') return { isDone: true, values: { number: report.account.identity } };
      if (report?.state === 'ended' && report.reason !== 'code_expired')
        throw new ConnectorError('rejected', { reason: report.reason });
      const { content, code } = report?.state === 'linking' ? report : { content: null, code: null };
      return { isDone: false, content, code, isExpired: report?.state === 'ended' };
    },
    async renew({ session }) {
      await session?.start({});
    },
  },
];

/** A platform of one long connection for each account: a test says what comes over it. */
export function scriptSessions() {
  const opened: ScriptedSession[] = [];
  const sent: OutboundMessage[] = [];
  const platform: Platform = {
    outcome: undefined,
    isInstalled: true,
    isReachable: true,
    tries: 0,
    whenSent: async () => undefined,
    whenLeft: async () => undefined,
  };

  async function open(options: SessionOptions): Promise<OpenSession> {
    if (!platform.isInstalled) throw new ConnectorError('unsupported', { reason: 'library_missing' });
    platform.tries += 1;
    if (!platform.isReachable) throw new Error('The platform cannot be reached');
    await options.keys.read('creds', ['']);
    const session: ScriptedSession = { ...options, ending: 'open' };
    opened.push(session);
    return {
      async send(message) {
        sent.push(message);
        await platform.whenSent(message);
        return platform.outcome ?? { kind: 'sent', vendorIds: [`v${sent.length}`] };
      },
      sendTyping: async () => undefined,
      fetchMedia: () => Promise.reject(new ConnectorError('rejected', { reason: 'file_gone' })),
      fetchProfile: async () => null,
      async close() {
        session.ending = 'closed';
      },
      async leave() {
        await platform.whenLeft();
        session.ending = 'left';
      },
    };
  }

  const connector: Connector = {
    ...courierConnector,
    environment: { urls: {}, keys: [] },
    descriptor: { ...courierConnector.descriptor, inbound: ['session'], onePerAccount: true },
    async send(message, channel, io) {
      const session = io.sessions.find(channel.id);
      if (!session) throw new Error('The gateway sends where the session is');
      return await session.send(message);
    },
    session: { open, isInstalled: async () => platform.isInstalled },
    connect: {
      steps: LINK_STEPS,
      check: async ({ number = '' }) => ({
        identity: number,
        accountName: number,
        title: 'Phone',
        profileUrl: null,
        foreignWebhook: null,
      }),
      prepare: async ({ credentials }) => credentials,
      activate: async ({ credentials }) => credentials,
      deactivate: async () => undefined,
    },
  };
  delete connector.pull;
  delete connector.shared;
  return { connector, opened, sent, platform };
}
