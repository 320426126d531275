import { z } from 'zod';
import { email, instant, locale, text } from './fields.ts';
import { limits } from './limits.ts';
import { personName } from './person-name.ts';
import { plans, subscriptionStatuses } from './plans.ts';
import { roles } from './roles.ts';
import { messengers, tourSteps } from './user-values.ts';

/** What the files of the account take, and how much they may. The last tenth is kept for its own people. */
export const fileUsage = z.object({
  bytes: z.number().int(),
  maxBytes: z.number().int(),
  files: z.number().int(),
  maxFiles: z.number().int(),
});
export type FileUsage = z.infer<typeof fileUsage>;

/** User data of the specification, section 3. */
export const userData = z.object({
  uid: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  email: z.string(),
  name: z.string(),
  photoUrl: z.string().nullable(),
  locale,
  payYearly: z.boolean(),
  tourStep: z.enum(tourSteps),
  /** The three first steps were all seen done, or put away: they are shown to this person no more. */
  firstStepsOver: z.boolean(),
  subscriptionPlan: z.enum(plans),
  subscriptionStatus: z.enum(subscriptionStatuses),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  role: z.enum(roles),
  /** Contact and messenger of the completion step; null until it is done. */
  contact: z.string().nullable(),
  messenger: z.string().nullable(),
  trial: z
    .object({
      used: z.number().int(),
      limit: z.number().int(),
      endsAt: instant,
      /** Which answers it counts. `nothing`: those of a model, and there is none. */
      counts: z.enum(['model', 'all', 'nothing']),
      /** A plan can be bought here; otherwise who runs the server lifts the limit. */
      canPay: z.boolean(),
    })
    .nullable(),
  files: fileUsage,
  /** Whether a model is set up on this server; without one, what only a model reads does nothing. */
  hasModel: z.boolean(),
  /** Whether this server turns voice messages into words. */
  hasTranscription: z.boolean(),
  /** Address of this server for other people's browsers, as its settings have it; null where they have none. */
  publicUrl: z.string().nullable(),
  /** Whether platforms can bring their messages here: at an https address of the internet. */
  hasWebhookAddress: z.boolean(),
  /** Set while support works in this account: who, and until when. */
  impersonation: z.object({ by: z.string(), until: instant }).nullable(),
});
export type UserData = z.infer<typeof userData>;

/** Which answers a trial counts: `all`, or only those of a model. `nothing`: there is no trial that ends an answer. */
export const signUpOffer = z.object({ counts: z.enum(['model', 'all', 'nothing']) });
export type SignUpOffer = z.infer<typeof signUpOffer>;

/** What a user may change about himself; roles, plans and ids are not among it. */
export const userDataUpdate = z.strictObject({
  name: personName.optional(),
  locale: locale.optional(),
  payYearly: z.boolean().optional(),
  tourStep: z.enum(tourSteps).optional(),
  firstStepsOver: z.literal(true).optional(),
  contact: text(limits.contactText).optional(),
  messenger: z.enum(messengers).optional(),
  accountName: text(limits.personName).optional(),
});
export type UserDataUpdate = z.infer<typeof userDataUpdate>;

export const password = z.string().min(limits.passwordMin, 'min_length').max(limits.passwordMax, 'max_length');

export const registerInput = z.strictObject({
  email,
  password,
  name: personName.default(''),
  locale: locale.default('ru'),
  privacyAccepted: z.literal(true, 'privacy'),
});
