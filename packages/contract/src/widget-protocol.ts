import { z } from 'zod';
import { email, text } from './fields.ts';
import { limits } from './limits.ts';
import { phonePattern } from './patterns.ts';

/** Paths of the widget's own protocol under `/widget/{channelId}`. Every call but `config` and `start` has `Authorization: Bearer <visitor token>`. */
export const widgetPaths = {
  /** GET → WidgetConfig; query `lang`: the visitor's language, `ru` or `en`. */
  config: 'config',
  /** POST WidgetStart → WidgetSession: a new visitor, or the known one by its token. */
  start: 'start',
  /** POST WidgetSend → 202 `{ id }`; the same `clientId` again is the same message. */
  messages: 'messages',
  /** POST multipart field `file`, query `clientId` → 202. */
  images: 'images',
  /** GET, server-sent events; `Last-Event-ID` or `?after=` is the change counter last seen. */
  events: 'events',
  /** POST, empty. */
  typing: 'typing',
  /** POST WidgetContact: the requested fields. */
  contact: 'contact',
  /** GET `files/{fileId}`: a picture of this dialog. */
  files: 'files',
  /** GET `people/{fileId}`: the picture of a person of the account, without a token. */
  people: 'people',
} as const;

export const widgetStart = z.strictObject({
  token: z.string().max(64).nullable().default(null),
  locale: z.enum(['ru', 'en']).default('ru'),
  page: z.string().max(2000).default(''),
});

export const widgetSend = z.strictObject({
  /** Made by the browser (UUID): a retry on a bad network never doubles the message. */
  clientId: z.uuid(),
  text: text(limits.messageText).pipe(z.string().trim().min(1)),
});

export const widgetContact = z
  .strictObject({
    name: text(limits.personName).optional(),
    email: email.optional(),
    phone: z.string().regex(phonePattern, 'phone').optional(),
  })
  .refine((contact) => Object.keys(contact).length > 0, 'required');

/** What the loader and the window need before a visitor is known. */
export type WidgetConfig = {
  title: string;
  color: string;
  position: 'right' | 'left';
  logo: string | null;
  /** The channel's own words, or the default ones in the visitor's language; said when the window opens, never stored. */
  greeting: string;
  /** A line beside the closed button; empty: none. */
  teaser: string;
  /** How soon an answer comes, in words: stands under the title. */
  status: string;
  /** Buttons before the first message: a press sends the words. */
  questions: string[];
  socLinks: { name: string; value: string }[];
  /** Requested before the first message; empty = never asked. `isForced`: cannot be skipped. */
  fields: { names: ('name' | 'email' | 'phone')[]; isForced: boolean };
  openByWindowMessage: boolean;
  openingTimer: number;
  analytics: { type: 'ga4' | 'gtm' | 'yandex' | 'facebook'; id: string } | null;
};

export type WidgetSession = { token: string; dialogId: string; isKnown: boolean; hasContact: boolean };

/** A message as the visitor may see it. */
export type WidgetMessage = {
  id: string;
  seq: number;
  version: number;
  from: 'visitor' | 'assistant' | 'operator';
  name: string | null;
  /** Of the person who wrote it: the address of a picture on this server, shown only while it is that person's. */
  picture: string | null;
  text: string;
  images: { id: string; state: 'loading' | 'ready' | 'failed' }[];
  /** Buttons under it while it is the last message: a press sends the words. */
  choices: string[];
  /** On a message that called a person, while nobody has answered: how soon one usually does, in words, for the line under the title; else empty. */
  waiting: string;
  at: string;
  clientId: string | null;
};

/**
 * Server-sent events. `message` and `removed` have `id: <version>`: new or changed, ordered by it. `removed`: canceled, to be hidden.
 * `typing`: a person or the assistant writes.
 * `analytics`: the server decides that the event happened; the loader calls the tracker once per dialog.
 */
export type WidgetEvents = {
  message: WidgetMessage;
  removed: { id: string; version: number };
  typing: { name: string | null };
  analytics: { name: 'athena_first_user_message' | 'athena_complete' };
  ready: { version: number };
};
