import type { ConnectorStep, LinkedSession, StepContext } from '../connect-port.ts';
import { type AccountDescription, type Connector, ConnectorError } from '../port.ts';
import { phoneField } from './settings.ts';

const POLL_SECONDS = 2;

export const steps: readonly ConnectorStep[] = [
  {
    kind: 'fields',
    name: 'number',
    instructions: ['channels.whatsapp-web.consent'],
    fields: [phoneField],
    take: async ({ phone = '' }, context) => {
      const values = { phone: phone.replace(/\D/g, '') };
      // The owner came back from the code: it was asked for with what he typed before.
      if (await context.session?.read()) await begin({ ...context, values });
      return values;
    },
  },
  {
    kind: 'qr',
    name: 'link',
    instructions: ['channels.whatsapp-web.link'],
    pollSeconds: POLL_SECONDS,
    async poll(context) {
      const report = await sessionOf(context).read();
      if (!report) await begin(context);
      if (report?.state === 'open') {
        const { identity: number, title } = report.account;
        return { isDone: true, values: { number, title } };
      }
      if (report?.state === 'ended' && report.reason !== 'code_expired')
        throw new ConnectorError('rejected', { reason: report.reason });
      const { content, code } = report?.state === 'linking' ? report : { content: null, code: null };
      return { isDone: false, content, code, isExpired: report?.state === 'ended' };
    },
    renew: (context) => begin(context),
  },
];

function sessionOf({ session }: StepContext): LinkedSession {
  if (!session) throw new ConnectorError('unsupported', { reason: 'library_missing' });
  return session;
}

async function begin(context: StepContext): Promise<void> {
  const { phone = '' } = context.values;
  await sessionOf(context).start(phone === '' ? {} : { phone });
}

/** The platform answers nothing outside the session: whoever linked it told whose it is. */
export async function check({ number = '', title = '' }: Record<string, string>): Promise<AccountDescription> {
  if (!/^\d{5,20}$/.test(number)) throw new ConnectorError('unauthorized', { reason: 'session_logged_out' });
  return {
    identity: number,
    accountName: `+${number}`,
    title: title || `+${number}`,
    profileUrl: `https://wa.me/${number}`,
    foreignWebhook: null,
  };
}

export const prepare: Connector['connect']['prepare'] = async ({ identity }) => ({ number: identity });

/** The session stands already. */
export const activate: Connector['connect']['activate'] = async ({ credentials }) => credentials;

/** Whoever keeps the session leaves the platform with it. */
export async function deactivate(): Promise<void> {
  return undefined;
}
