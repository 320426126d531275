import { z } from 'zod';
import { channelStates } from '../channel-states.ts';
import { connectState } from '../connecting.ts';
import { channelTypeName, id, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { procedure } from './procedure.ts';

/** Whose numbers are listed as linked: the way without an official interface. */
export const LINKED_NUMBERS_TYPE = 'whatsapp-web';
/** The family of the numbers that these calls are about, and the way that is taken where none is named. */
export const NUMBERS = { family: 'whatsapp', type: 'whatsapp' } as const;

/** `onboarded`: it works; `paid`: nothing is owed for it. */
const number = z.object({ id, number: z.string(), paid: z.boolean(), onboarded: z.boolean() });

const tags = ['channels'];

/** Calls of the specification, section 7 "Channels", about numbers; their addresses have no place for a type. */
export const numberRoutes = {
  linkedNumbers: procedure('manage_channels')
    .route({
      method: 'GET',
      path: '/v1/whatsapp-web/numbers/',
      tags,
      summary: 'Numbers that were linked; `onboarded`: the link works, `paid`: nothing is owed for it',
    })
    .input(z.strictObject({}))
    .output(z.object({ numbers: z.array(number) })),
  officialNumbers: procedure('manage_channels')
    .route({
      method: 'GET',
      path: '/v1/whatsapp/all-numbers/',
      tags,
      summary:
        'Numbers of the official ways, connected or being connected; `number` is null where the provider keeps it',
    })
    .input(z.strictObject({}))
    .output(
      z.object({
        numbers: z.array(
          number.extend({
            number: z.string().nullable(),
            name: z.string(),
            channelType: channelTypeName,
            state: z.enum(channelStates),
          }),
        ),
      }),
    ),
  createNumber: procedure('manage_channels', { rate: 'connect' })
    .route({
      method: 'POST',
      path: '/v1/whatsapp/create/',
      tags,
      summary: 'Begin to connect a number of an official way with the credentials that are known; its steps follow',
    })
    .input(
      // The declared credentials of the way stand beside these, as they do where a channel is connected by one call.
      z.looseObject({
        channelType: channelTypeName.optional(),
        name: text(limits.nameText).optional(),
        knowledgeBaseId: id.nullable().optional(),
      }),
    )
    .output(connectState),
  validatePhone: procedure('manage_channels')
    .route({
      method: 'GET',
      path: '/v1/connect/validate-phone/{phone}',
      tags,
      summary: 'Whether a phone has a valid form, its country, and whether it is connected already',
    })
    .input(z.strictObject({ phone: text(limits.phoneText) }))
    .output(
      z.object({
        valid: z.boolean(),
        /** As it is dialled from abroad, such as +79161234567. */
        phone: z.string().nullable(),
        /** Two letters of ISO 3166; null for numbers of no country. */
        country: z.string().nullable(),
        connected: z.boolean(),
      }),
    ),
};
