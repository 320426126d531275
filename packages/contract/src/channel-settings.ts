import { z } from 'zod';
import { channelTypes } from './channels.ts';
import { hexColor, id, instant, text, webUrl } from './fields.ts';
import { limits } from './limits.ts';

/** Fields that a visitor may be asked for before the dialog. */
export const requestedFields = ['name', 'email', 'phone'] as const;

/** Analytics systems whose trackers the widget calls on the host page. */
export const analyticsTypes = ['ga4', 'gtm', 'yandex', 'facebook'] as const;
export type AnalyticsType = (typeof analyticsTypes)[number];

/** Tolerant shapes of the trackers' identifiers; vendors publish no grammar. */
export const analyticsIdPatterns: Record<AnalyticsType, RegExp> = {
  ga4: /^G-[A-Z0-9]{4,}$/,
  gtm: /^GTM-[A-Z0-9]{4,}$/,
  yandex: /^\d{4,12}$/,
  facebook: /^\d{6,20}$/,
};

export const socialNetworks = ['telegram', 'whatsapp', 'instagram', 'facebook', 'viber', 'vkontakte', 'site'] as const;

export const socLink = z.strictObject({ network: z.enum(socialNetworks), value: webUrl });

/** `https://shop.example`, `http://localhost:8080` or `*.shop.example`. */
export const originPattern = z
  .string()
  .max(255)
  .regex(/^(?:https?:\/\/)?(?:\*\.)?[a-z0-9а-яё.-]+(?::\d{1,5})?$/i, 'origin');

const widgetShape = {
  widgetTitle: text(80),
  widgetColor: hexColor,
  customWidgetLogo: text(300).nullable(),
  showSocLinks: z.boolean(),
  socLinks: z.array(socLink).max(10),
  useContactFields: z.boolean(),
  skipAskingName: z.boolean(),
  forceAskingName: z.boolean(),
  requestedFields: z.array(z.enum(requestedFields)).max(requestedFields.length),
  openByWindowMessage: z.boolean(),
  openingTimer: z.number().int().min(0).max(3600),
  isAnalitics: z.boolean(),
  analyticsType: z.enum(analyticsTypes),
  analyticsId: text(40),
  allowedOrigins: z.array(originPattern).max(50),
};

/** Look and behaviour of the site widget (specification, section 3). */
export const widgetSettings = z.strictObject(widgetShape);
export type WidgetSettings = z.infer<typeof widgetSettings>;

export const initialWidgetSettings: WidgetSettings = {
  widgetTitle: '',
  widgetColor: '#FFCF33',
  customWidgetLogo: null,
  showSocLinks: false,
  socLinks: [],
  useContactFields: false,
  skipAskingName: true,
  forceAskingName: false,
  requestedFields: ['name'],
  openByWindowMessage: false,
  openingTimer: 0,
  isAnalitics: false,
  analyticsType: 'yandex',
  analyticsId: '',
  allowedOrigins: [],
};

/** Languages the assistant can be told to answer in, ISO 639-1; `all` answers in the customer's. */
export const assistantLanguages = [
  'all',
  'ru',
  'en',
  'af',
  'sq',
  'am',
  'ar',
  'hy',
  'az',
  'eu',
  'be',
  'bn',
  'bs',
  'bg',
  'ca',
  'ceb',
  'ny',
  'zh',
  'co',
  'hr',
  'cs',
  'da',
  'nl',
  'eo',
  'et',
  'tl',
  'fi',
  'fr',
  'fy',
  'gl',
  'ka',
  'de',
  'el',
  'gu',
  'ht',
  'ha',
  'haw',
  'he',
  'hi',
  'hmn',
  'hu',
  'is',
  'ig',
  'id',
  'ga',
  'it',
  'ja',
  'jv',
  'kn',
  'kk',
  'km',
  'rw',
  'ko',
  'ku',
  'ky',
  'lo',
  'la',
  'lv',
  'lt',
  'lb',
  'mk',
  'mg',
  'ms',
  'ml',
  'mt',
  'mi',
  'mr',
  'mn',
  'my',
  'ne',
  'no',
  'or',
  'ps',
  'fa',
  'pl',
  'pt',
  'pa',
  'ro',
  'sm',
  'gd',
  'sr',
  'st',
  'sn',
  'sd',
  'si',
  'sk',
  'sl',
  'so',
  'es',
  'su',
  'sw',
  'sv',
  'tg',
  'ta',
  'tt',
  'te',
  'th',
  'tr',
  'tk',
  'uk',
  'ur',
  'ug',
  'uz',
  'vi',
  'cy',
  'xh',
  'yi',
  'yo',
  'zu',
] as const;

const commonShape = {
  name: text(limits.nameText).pipe(z.string().trim().min(1, 'required')),
  active: z.boolean(),
  knowledgeBaseId: id.nullable(),
  role: text(limits.instructionText),
  behavior: text(limits.instructionText),
  greeting: text(limits.messageText),
  task: text(limits.instructionText),
  handOverText: text(1000),
  aiLang: z.enum(assistantLanguages),
  temperature: z.number().min(limits.temperatureMin).max(limits.temperatureMax),
  dialogDelay: z.number().int().min(0).max(limits.dialogDelayMaxSeconds),
  answerInGroups: z.boolean(),
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
  temperature: 0.3,
  dialogDelay: 0,
  answerInGroups: false,
};

/** The part of the settings that a PUT may change; anything else in the body is refused. */
export const channelUpdate = channelSettings.partial().extend({ widget: widgetSettings.partial().optional() });
export type ChannelUpdate = z.infer<typeof channelUpdate>;

/** A channel as the API shows it: secrets never leave the server. */
export const channel = channelSettings.extend({
  id,
  type: z.enum(channelTypes),
  /** Public name of the account on the platform: bot username, site. Empty where there is none. */
  accountName: z.string(),
  profileUrl: z.string().nullable(),
  /** Last four characters of the token, for recognition. */
  tokenTail: z.string().nullable(),
  /** Why the channel does not work: a key of `channels.reason.*`; null while it does. */
  inactiveReason: z.string().nullable(),
  inboundMode: z.enum(['webhook', 'pull', 'own']),
  lastEventAt: instant.nullable(),
  createdAt: instant,
  widget: widgetSettings.nullable(),
});
export type Channel = z.infer<typeof channel>;
