import { implement } from '@orpc/server';
import { contract, LINKED_NUMBERS_TYPE, NUMBERS } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type ApiContext, requireUser } from '../../../platform/http/api-context.ts';
import { showProgress } from '../connecting-routes.ts';
import { readCredentials } from '../read-credentials.ts';
import { familyOfConnector } from '../registry-port.ts';
import type { ChannelHandlerDeps } from '../routes.ts';
import { listOfficialNumbers } from './official-numbers.ts';
import { readPhone } from './read-phone.ts';

const api = implement(contract.channels).$context<ApiContext>();

type Deps = Pick<ChannelHandlerDeps, 'channels' | 'connectors' | 'files' | 'requireBase'>;

/** Handlers of the calls about numbers. */
export function numberHandlers(deps: Deps) {
  const { channels, connectors, requireBase } = deps;
  const isNumber = (type: string) => familyOfConnector(connectors, type) === NUMBERS.family;
  const isOfficial = (type: string) => isNumber(type) && type !== LINKED_NUMBERS_TYPE;

  return {
    linkedNumbers: api.linkedNumbers.handler(async ({ context }) => {
      const stored = await channels.list(requireUser(context).accountId);
      const linked = stored.filter(({ type }) => type === LINKED_NUMBERS_TYPE);
      const numbers = linked.map(({ id, identity, inactiveReason }) => ({
        id,
        number: `+${identity}`,
        // Nobody charges for a number here.
        paid: true,
        onboarded: inactiveReason === null,
      }));
      return { numbers };
    }),
    officialNumbers: api.officialNumbers.handler(async ({ context }) => {
      const { accountId } = requireUser(context);
      return { numbers: await listOfficialNumbers(channels, { accountId, isOfficial }) };
    }),
    createNumber: api.createNumber.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { channelType: type = NUMBERS.type, name, knowledgeBaseId, ...rest } = input;
      if (!isOfficial(type)) throw new AppError('channels.type_unsupported');
      if (knowledgeBaseId) await requireBase(accountId, knowledgeBaseId);
      const wanted = { accountId, type, name, knowledgeBaseId, credentials: readCredentials(rest) };
      return showProgress(await channels.connecting.startWith(wanted), deps);
    }),
    validatePhone: api.validatePhone.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const read = readPhone(input.phone, context.locale);
      if (!read) return { valid: false, phone: null, country: null, connected: false };
      const digits = read.phone.slice(1);
      const stored = await channels.list(accountId);
      const connected = stored.some(
        ({ type, accountName }) => isNumber(type) && accountName.replace(/\D/g, '') === digits,
      );
      return { valid: true, ...read, connected };
    }),
  };
}
