import type { Locale } from '@otvet/contract';
import englishErrors from '@otvet/contract/texts/en/errors.json' with { type: 'json' };
import englishShell from '@otvet/contract/texts/en/shell.json' with { type: 'json' };
import russianErrors from '@otvet/contract/texts/ru/errors.json' with { type: 'json' };
import russianShell from '@otvet/contract/texts/ru/shell.json' with { type: 'json' };
import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../errors/app-error.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { negotiateLocale } from '../negotiate-locale.ts';
import { acceptsPages } from './accepts-pages.ts';
import { renderNotice } from './notice-page.ts';

const texts: Record<Locale, Record<string, string>> = {
  ru: { ...russianErrors, ...russianShell },
  en: { ...englishErrors, ...englishShell },
};

const TOO_MANY = 429;
const OUR_FAULT = 500;
const MINUTE_SECONDS = 60;

/** The page of a person whose address cannot be shown now; undefined where a program asks, or the answer is about what it asks. */
export function renderRefusal({ request, error }: { request: FastifyRequest; error: AppError }): string | undefined {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const isForNow = error.status === TOO_MANY || error.status >= OUR_FAULT;
  if (!isReading || !isForNow || !acceptsPages(request)) return undefined;
  const locale = negotiateLocale(request.headers['accept-language']);
  const say = (key: string) => texts[locale][key] ?? '';
  const wait = error.retryAfter === undefined ? [] : [sayWait(error.retryAfter, locale)];
  // An empty address is the one that was asked for.
  const link = `<a href="">${escapeHtml(say('shell.try_again'))}</a>`;
  const html = [...wait.map(escapeHtml), link].map((line) => `<p>${line}</p>`).join('\n');
  return renderNotice({ locale, title: say(`errors.${error.code}`), html });
}

function sayWait(seconds: number, locale: Locale): string {
  const isShort = seconds < MINUTE_SECONDS;
  const count = Math.max(1, Math.ceil(isShort ? seconds : seconds / MINUTE_SECONDS));
  const form = new Intl.PluralRules(locale).select(count);
  const wait = texts[locale][`errors.wait.${isShort ? 'seconds' : 'minutes'}_${form}`] ?? '';
  const sentence = texts[locale]['errors.request.open_again'] ?? '';
  return sentence.replace('{{wait}}', () => wait.replace('{{count}}', String(count)));
}
