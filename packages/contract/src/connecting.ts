import { z } from 'zod';
import { channel } from './channel-settings.ts';
import { channelTypeName, id, instant, text } from './fields.ts';
import { limits } from './limits.ts';

const VALUE_TEXT = 4000;

const formField = z.object({
  name: z.string(),
  kind: z.enum(['text', 'secret']),
  isRequired: z.boolean(),
  maxLength: z.number().int(),
  pattern: z.string().nullable(),
  label: z.string(),
  hint: z.string().nullable(),
  wrongForm: z.string().nullable(),
  placeholder: z.string().nullable(),
  isRecognisable: z.boolean(),
});

/** What every step says: its name within the connector, and the keys of its texts. */
const stepTexts = {
  name: z.string(),
  title: z.string().nullable(),
  instructions: z.array(z.string()),
};

/** Something to choose on the platform, such as a page; `hint` says why one cannot be chosen. */
const connectChoice = z.object({
  value: z.string(),
  title: z.string(),
  hint: z.string().nullable(),
  isAvailable: z.boolean(),
});
export type ConnectChoice = z.infer<typeof connectChoice>;

/**
 * What the owner has to do next, in a form that any screen can show without knowing the platform.
 * `code` is shown by us to be entered there, or shown there to be entered here. `qr` is asked for again every `pollSeconds`.
 * `review` is the last one of every type: whose account it is, its name here, whether to replace another program's webhook.
 */
export const connectStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fields'), ...stepTexts, fields: z.array(formField) }),
  z.object({ kind: z.literal('redirect'), ...stepTexts, url: z.string() }),
  z.object({ kind: z.literal('choice'), ...stepTexts, choices: z.array(connectChoice) }),
  z.object({
    kind: z.literal('code'),
    ...stepTexts,
    shown: z.string().nullable(),
    /** What the platform calls each line of what is shown, in its own words. */
    labels: z.array(z.string()).default([]),
    field: formField.nullable(),
  }),
  z.object({
    kind: z.literal('qr'),
    ...stepTexts,
    /** Text of the picture; null while the platform has not given one. */
    content: z.string().nullable(),
    /** A code to type instead of scanning, where the platform has one. */
    code: z.string().nullable(),
    pollSeconds: z.number().int(),
    /** The code has run out: the owner asks for another one. */
    isExpired: z.boolean(),
  }),
  z.object({
    kind: z.literal('review'),
    ...stepTexts,
    account: z.object({ title: z.string(), accountName: z.string(), profileUrl: z.string().nullable() }),
    foreignWebhook: z.string().nullable(),
    channelName: z.string(),
    knowledgeBaseId: id.nullable(),
  }),
]);
export type ConnectStep = z.infer<typeof connectStep>;

/** Why the last input or the platform's last answer was no success: a key of `channels.reason.*`, and the field where one is to blame. */
const connectFault = z.object({ reason: z.string(), field: z.string().nullable() });
export type ConnectFault = z.infer<typeof connectFault>;

/** Where a connection stands. It is kept on the server: a reload goes on from here. */
export const connectState = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('step'),
    id,
    channelType: channelTypeName,
    beganAt: instant,
    expiresAt: instant,
    /** Number of this step, from 1, of `stepCount`; null where steps to come may not be needed. */
    position: z.number().int(),
    stepCount: z.number().int().nullable(),
    step: connectStep,
    fault: connectFault.nullable(),
    /** Whether there is a step before this one to go back to. */
    canGoBack: z.boolean(),
    /** What was given to this step before: values without secrets, and the names of the secrets that are kept. */
    given: z.object({ values: z.record(z.string(), z.string()), secrets: z.array(z.string()) }).nullable(),
    /** Where the owner enters our address at the platform: whether the platform has used it; null where he enters none. */
    isAddressTried: z.boolean().nullable(),
    /** Whether what comes to that address is signed with another secret than was given here. */
    isRefused: z.boolean(),
  }),
  z.object({ status: z.literal('done'), channel }),
]);
export type ConnectState = z.infer<typeof connectState>;

const forStep = { step: z.string().max(100) };
const value = text(VALUE_TEXT);

/** What the owner did; `step` names the step it is meant for, so that a forgotten tab changes nothing. */
export const connectInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fields'), ...forStep, values: z.record(z.string().max(100), value) }),
  z.strictObject({ kind: z.literal('choice'), ...forStep, value }),
  z.strictObject({ kind: z.literal('code'), ...forStep, value: value.optional() }),
  /** Another code, in the place of one that has run out. */
  z.strictObject({ kind: z.literal('qr'), ...forStep }),
  /** To the step before, which shows what was given there; `values`: what was typed into this one so far. */
  z.strictObject({ kind: z.literal('back'), ...forStep, values: z.record(z.string().max(100), value).optional() }),
  z.strictObject({
    kind: z.literal('review'),
    ...forStep,
    name: text(limits.nameText).optional(),
    knowledgeBaseId: id.nullable().optional(),
    replaceWebhook: z.boolean().optional(),
  }),
]);
export type ConnectInput = z.infer<typeof connectInput>;
