import { z } from 'zod';
import { assistantLanguages } from './assistant-languages.ts';
import { channelStates } from './channel-states.ts';
import { socLink } from './channels/widget-options.ts';
import { boundedText, channelTypeName, id, instant, text } from './fields.ts';
import { limits } from './limits.ts';
import { chatIdPattern, emailPattern, phonePattern } from './patterns.ts';

const commonShape = {
  name: text(limits.nameText).pipe(z.string().trim().min(1, 'required')),
  active: z.boolean(),
  knowledgeBaseId: id.nullable(),
  role: text(limits.instructionText),
  behavior: text(limits.instructionText),
  greeting: text(limits.messageText),
  task: text(limits.instructionText),
  handOverText: text(limits.handOverText),
  aiLang: z.enum(assistantLanguages),
  /** What is spoken in voice messages; `all`: found out from each of them. */
  voiceLang: z.enum(assistantLanguages),
  temperature: z.number().min(limits.temperatureMin).max(limits.temperatureMax),
  dialogDelay: z.number().int().min(0).max(limits.dialogDelayMaxSeconds),
  answerInGroups: z.boolean(),
  /** The model is given the advert or page that the customer writes about; see `hasContext` of the descriptors. */
  parseContext: z.boolean(),
  /** After so many minutes without an answer the assistant comes back to a dialog that a person took over; 0: never. */
  comeBackMinutes: z.number().int().min(0).max(limits.comeBackMaxMinutes),
  /** Who hears that a customer began a dialog; see `noticeFields`. An empty address is that of the owner. */
  startEmailNotify: z.boolean(),
  notificationEmail: boundedText(limits.emailText).refine((value) => value === '' || emailPattern.test(value), 'email'),
  startTelegramNotify: z.boolean(),
  telegramChatId: boundedText(40).refine((value) => value === '' || chatIdPattern.test(value), 'chat_id'),
  /** Other ways to reach the business, which the assistant may name; see `contactFields`. */
  whatsappPhone: boundedText(40).refine((value) => value === '' || phonePattern.test(value), 'phone'),
  socialLinks: z.array(socLink).max(limits.socialLinks),
};

/** Settings of every channel, whatever its type. */
export const channelSettings = z.strictObject(commonShape);
export type ChannelSettings = z.infer<typeof channelSettings>;

export const initialChannelSettings: Omit<ChannelSettings, 'name'> = {
  active: true,
  knowledgeBaseId: null,
  role: '',
  behavior: '',
  greeting: '',
  task: '',
  handOverText: '',
  aiLang: 'all',
  voiceLang: 'all',
  temperature: 0.3,
  dialogDelay: 0,
  answerInGroups: false,
  parseContext: false,
  comeBackMinutes: 30,
  startEmailNotify: false,
  notificationEmail: '',
  startTelegramNotify: false,
  telegramChatId: '',
  whatsappPhone: '',
  socialLinks: [],
};

/** What only channels of one type have, by name; the schema of the type says which, and what they may hold. */
const channelOptions = z.record(boundedText(100), z.unknown());
export type ChannelOptions = z.infer<typeof channelOptions>;

/** The part of the settings that a PUT may change. Of the options those that are given are changed. */
export const channelUpdate = channelSettings.partial().extend({ options: channelOptions.optional() });
export type ChannelUpdate = z.infer<typeof channelUpdate>;

/** A channel as the API shows it: secrets never leave the server. */
export const channel = channelSettings.extend({
  id,
  type: channelTypeName,
  /** The type of the specification that this one is a way to; the same as `type` where it is its own. */
  family: channelTypeName,
  /** Public name of the account on the platform: bot username, site. Empty where there is none. */
  accountName: z.string(),
  profileUrl: z.string().nullable(),
  /** Last four characters of the credentials, for recognition. */
  tokenTail: z.string().nullable(),
  /** What was typed to connect it, by name and without secrets; empty in lists, and where there is none. */
  credentials: z.record(z.string(), z.string()),
  state: z.enum(channelStates),
  /** Why the channel does not work: a key of `channels.reason.*`; null while it does. */
  inactiveReason: z.string().nullable(),
  /**
   * Set while nothing could be sent for over a minute, or the platform asked for a longer pause: since when, why (a key of
   * `dialogs.delivery.reason.*`), until when the platform wants nothing where it said so, and how many messages wait,
   * counted up to 1000.
   */
  trouble: z.object({ since: instant, reason: z.string(), heldUntil: instant.nullable(), waiting: z.int() }).nullable(),
  inboundMode: z.enum(['webhook', 'pull', 'own', 'session']),
  lastEventAt: instant.nullable(),
  /** A channel that works as far as its platform knows: since when nobody writes, and how many usually do in such a time. */
  silence: z.object({ since: instant, expected: z.int() }).nullable(),
  /** Where the owner enters our address at the platform: the address (null in lists), and whether the platform has used it. */
  enteredAddress: z.object({ url: z.string().nullable(), isTried: z.boolean() }).nullable(),
  /** Since when requests to its address are refused because they are not signed with the secret that is kept here. */
  refusedSince: instant.nullable(),
  /** The site that loaded the widget last, and when; null where none did, and for channels that stand on no site. */
  lastSite: z.object({ host: z.string(), at: instant }).nullable(),
  createdAt: instant,
  /** Empty where the type has none. */
  options: channelOptions,
});
export type Channel = z.infer<typeof channel>;
