import { implement } from '@orpc/server';
import { contract, type NoticeAddressState } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { NoticeAddress } from './addresses.ts';
import type { Notifications } from './index.ts';

const api = implement(contract.notices).$context<ApiContext>();

const show = ({ askedAt, ...address }: NoticeAddress): NoticeAddressState => ({
  ...address,
  askedAt: askedAt?.toISOString() ?? null,
});

/** Handlers of `contract.notices`. */
export function noticeHandlers({ addresses }: Pick<Notifications, 'addresses'>) {
  return {
    ask: api.ask.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      return show(await addresses.ask({ accountId, address: input.email, ip: context.ip }));
    }),
    addresses: api.addresses.handler(async ({ context }) => ({
      addresses: (await addresses.list(requireUser(context).accountId)).map(show),
    })),
    confirm: api.confirm.handler(async ({ input }) => ({ address: await addresses.confirm(input.token) })),
  };
}
