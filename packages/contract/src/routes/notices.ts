import { z } from 'zod';
import { email, instant } from '../fields.ts';
import { procedure } from './procedure.ts';

export const noticeAddress = z.object({
  address: z.string(),
  isConfirmed: z.boolean(),
  /** When its holder was asked last; null where nobody needs to be. */
  askedAt: instant.nullable(),
});
export type NoticeAddressState = z.infer<typeof noticeAddress>;

/** Addresses beside the owner's to which news of channels go: their holders confirm them. */
export const noticeRoutes = {
  ask: procedure('manage_channels')
    .route({
      method: 'POST',
      path: '/v1/channels/notice-address/',
      tags: ['channels'],
      summary: 'Ask the holder of an address whether news of channels may go there',
    })
    .input(z.strictObject({ email }))
    .output(noticeAddress),
  addresses: procedure('manage_channels')
    .route({
      method: 'GET',
      path: '/v1/channels/notice-addresses/',
      tags: ['channels'],
      summary: 'Addresses whose holders were asked, and whether they agreed',
    })
    .input(z.strictObject({}))
    .output(z.object({ addresses: z.array(noticeAddress) })),
  confirm: procedure('public')
    .route({
      method: 'POST',
      path: '/v1/account/confirm-notices/',
      tags: ['channels'],
      summary: 'Agree to news at this address by the mailed token',
    })
    .input(z.strictObject({ token: z.string().min(20).max(200) }))
    .output(z.object({ address: z.string() })),
};
