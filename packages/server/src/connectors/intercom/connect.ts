import { intercomDescriptor, readFields } from '@otvet/contract';
import type { ChoiceStep, CodeStep, FieldsStep, StepContext } from '../connect-port.ts';
import { credentialsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import { type AccountDescription, type Connector, ConnectorError, type ConnectorIo } from '../port.ts';
import { accessWorkspace, fetchAdmins, fetchMe } from './api.ts';
import { type Region, readRegion, regions } from './settings.ts';

type Me = Awaited<ReturnType<typeof fetchMe>>;

/** A token works at the host of its region alone; the others do not know it. */
async function findWorkspace(typed: Record<string, string>, io: ConnectorIo): Promise<{ region: Region; me: Me }> {
  const accessToken = readToken(typed.accessToken ?? '');
  const known = readRegion(typed.region);
  const places = known === undefined ? regions : [known];
  let refusal: ConnectorError | undefined;
  for (const region of places) {
    try {
      const me = await fetchMe({ token: accessToken, region, io });
      return { region: readRegion(me.app.region) ?? region, me };
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.reason !== 'token_revoked') throw error;
      refusal = error;
    }
  }
  throw new ConnectorError('unauthorized', { reason: 'token_invalid', field: 'accessToken', cause: refusal });
}

function readToken(typed: string): string {
  const [field] = intercomDescriptor.credentials;
  const reading = readFields([field], { accessToken: typed });
  const token = reading.isValid ? reading.values.accessToken : undefined;
  if (token === undefined) throw new ConnectorError('unauthorized', { reason: 'token_invalid', field: 'accessToken' });
  return token;
}

const credentials: FieldsStep = {
  ...credentialsStep(intercomDescriptor),
  settlesAccount: true,
  take: async (typed, { io }) => {
    const { region } = await findWorkspace(typed, io);
    return { ...typed, region };
  },
};

const sender: ChoiceStep = {
  kind: 'choice',
  name: 'sender',
  title: 'channels.intercom.sender',
  instructions: ['channels.intercom.sender_1', 'channels.intercom.sender_2'],
  list: async ({ values, io }) => {
    const admins = await fetchAdmins(accessWorkspace({ credentials: values }, io));
    return admins.map(({ id, name, email }) => ({
      value: id,
      title: name || email || id,
      hint: email ?? null,
      isAvailable: true,
    }));
  },
  take: async (adminId, { values }) => ({ ...values, adminId }),
};

const unassigned: ChoiceStep = {
  kind: 'choice',
  name: 'unassigned',
  title: 'channels.intercom.unassigned',
  list: async () => [
    {
      value: 'yes',
      title: 'channels.intercom.unassigned_yes',
      hint: 'channels.intercom.unassigned_yes_hint',
      isAvailable: true,
    },
    {
      value: 'no',
      title: 'channels.intercom.unassigned_no',
      hint: 'channels.intercom.unassigned_no_hint',
      isAvailable: true,
    },
  ],
  take: async (answersUnassigned, { values }) => ({ ...values, answersUnassigned }),
};

/** The platform lets nobody set the address but the owner, by hand. */
const webhook: CodeStep = {
  kind: 'code',
  name: 'webhook',
  showsAddress: true,
  title: 'channels.intercom.webhook',
  instructions: ['channels.intercom.webhook_1', 'channels.intercom.webhook_2', 'channels.intercom.webhook_3'],
  show: async ({ webhookUrl }: StepContext) => webhookUrl ?? '',
  take: async (_code, { values }) => values,
};

export const steps = [credentials, sender, unassigned, webhook];

/** Whose token this is. The platform tells nobody what address stands there. */
export async function check(typed: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const { region, me } = await findWorkspace(typed, io);
  const { adminId } = typed;
  if (adminId !== undefined) {
    const admins = await fetchAdmins(accessWorkspace({ credentials: { ...typed, region } }, io));
    if (!admins.some(({ id }) => id === adminId)) throw new ConnectorError('unauthorized', { reason: 'sender_gone' });
  }
  const { id_code: identity, name } = me.app;
  return { identity, accountName: name || identity, title: name, profileUrl: null, foreignWebhook: null };
}

/** Another token may come from a workspace that moved: the region is asked again. */
export const prepare: Connector['connect']['prepare'] = async (channel, options, io) => {
  const kept = keepFirstAddress(channel.credentials, options);
  const { region, me } = await findWorkspace(kept, io);
  const { adminId = me.id, answersUnassigned = 'yes' } = kept;
  return { ...kept, region, adminId, answersUnassigned };
};

/** Nothing to tell the platform: its owner pasted the address. */
export const activate: Connector['connect']['activate'] = async (channel, { webhookUrl }) =>
  webhookUrl === null ? channel.credentials : { ...channel.credentials, webhookUrl };

export const deactivate: Connector['connect']['deactivate'] = async () => undefined;
