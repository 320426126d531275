import { z } from 'zod';
import { cleanText, isVisible } from './clean-text.ts';
import { limits } from './limits.ts';
import { emailPattern, hexColorPattern, isWebUrl } from './patterns.ts';

/** At most `max` UTF-16 units. A longer text is refused at once: no rule that comes after looks at it. */
export const boundedText = (max: number) => z.string().max(max, { abort: true });

/** A text of at most `max` UTF-16 units, cleaned. */
export const text = (max: number) => boundedText(max).transform(cleanText);

/** A text that shows something after trimming. */
export const requiredText = (max: number) =>
  text(max)
    .transform((value) => value.trim())
    .pipe(z.string().refine(isVisible, 'required'));

export const id = z.uuid();

/** A channel type by name; which ones are offered is for the registry of the server to say. */
export const channelTypeName = z.string().regex(/^[a-z][a-z0-9-]{1,29}$/, 'channel_type');

export const hexColor = z.string().regex(hexColorPattern, 'hex_color');

/** Name of something by another side (a chat, a dialog): never changed, so one that cannot be stored is refused. */
export const foreignId = (max: number) =>
  boundedText(max)
    .min(1)
    .refine((value) => cleanText(value) === value, 'text');

/** http(s) address; other schemes are refused. */
export const webUrl = boundedText(2000)
  .check(z.url({ protocol: /^https?$/, error: 'url' }))
  .refine((value) => cleanText(value) === value && isWebUrl(value), 'url');

export const email = boundedText(limits.emailText).check(z.email({ pattern: emailPattern, error: 'email' }));

export const locale = z.enum(['ru', 'en']);
export type Locale = z.infer<typeof locale>;

/** Whole number of a query string; arrays, NaN and out-of-range values are refused. */
export const queryNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .union([
      z.number().int(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max));

/** A whole number that is `initial` when the query leaves it out. */
export const queryInteger = ({ min, max, initial }: { min: number; max: number; initial: number }) =>
  queryNumber({ min, max }).default(initial);

/** Flag of a query string. */
export const queryFlag = z.union([
  z.boolean(),
  z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true'),
]);

/** `limit` above the cap is cut to it; zero and less is refused. */
export const pageLimit = (initial: number) =>
  queryInteger({ min: 1, max: 999_999_999, initial }).transform((value) => Math.min(value, limits.listMax));

export const pageOffset = queryInteger({ min: 0, max: 1_000_000, initial: 0 });

/** A point in time, ISO 8601 in UTC. */
export const instant = z.iso.datetime();
