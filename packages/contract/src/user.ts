import { z } from 'zod';
import { email, instant, locale, text } from './fields.ts';
import { plans, subscriptionStatuses } from './plans.ts';
import { roles } from './roles.ts';

/** Steps of the tour, in order (specification, section 4). */
export const tourSteps = [
  'greetings',
  'channels',
  'add_channels',
  'connect_first_channel',
  'knowledge_bases',
  'new_knowledge_base',
  'edit_knowledge_base',
  'upload_files',
  'links',
  'add_links',
  'teach',
  'add_reply',
  'edit_reply',
  'bot_role',
  'bot_behavior',
  'bot_greetings',
  'bot_task',
  'done',
] as const;

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
  subscriptionPlan: z.enum(plans),
  subscriptionStatus: z.enum(subscriptionStatuses),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  role: z.enum(roles),
  /** Contact and messenger of the completion step; null until it is done. */
  contact: z.string().nullable(),
  messenger: z.string().nullable(),
  trial: z.object({ used: z.number().int(), limit: z.number().int(), endsAt: instant }).nullable(),
  /** Set while support works in this account: who, and until when. */
  impersonation: z.object({ by: z.string(), until: instant }).nullable(),
});
export type UserData = z.infer<typeof userData>;

export const messengers = ['telegram', 'whatsapp', 'viber', 'phone', 'email'] as const;

/** What a user may change about himself; roles, plans and ids are not among it. */
export const userDataUpdate = z.strictObject({
  name: text(100).optional(),
  locale: locale.optional(),
  payYearly: z.boolean().optional(),
  tourStep: z.enum(tourSteps).optional(),
  contact: text(200).optional(),
  messenger: z.enum(messengers).optional(),
  accountName: text(100).optional(),
});
export type UserDataUpdate = z.infer<typeof userDataUpdate>;

export const password = z.string().min(8, 'min_length').max(128, 'max_length');

export const registerInput = z.strictObject({
  email,
  password,
  name: text(100).default(''),
  locale: locale.default('ru'),
  privacyAccepted: z.literal(true, 'privacy'),
});
