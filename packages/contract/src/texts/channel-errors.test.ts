import { expect, it } from 'vitest';
import { errorStatus } from '../errors.ts';
import english from './en/errors.json' with { type: 'json' };
import russian from './ru/errors.json' with { type: 'json' };

const texts: Record<'ru' | 'en', Record<string, string>> = { ru: russian, en: english };

/** The catalogue of errors of the specification, section 8, "Channel". */
const specified: [what: string, code: string, ru: RegExp, en: RegExp][] = [
  ['could not get channel settings', 'settings_not_loaded', /Не удалось получить.*позже/, /Could not get.*later/],
  ['could not save channel settings', 'settings_not_saved', /Не удалось сохранить.*позже/, /Could not save.*later/],
  ['wrong Telegram bot token', 'token_invalid', /Неверный токен бота Telegram/, /Wrong Telegram bot token/],
  ['WhatsApp Web already connected', 'link_exists', /WhatsApp Web уже подключён/, /WhatsApp Web is already connected/],
  ['widget already exists', 'widget_exists', /уже подключён/, /already/],
  ['social account not registered', 'account_not_registered', /не зарегистрирован/, /not registered/],
  ['social account already registered', 'already_connected', /уже зарегистрирован/, /already registered/],
  ['wrong language version login', 'wrong_language_login', /другой языковой версии/, /another language version/],
];

/** Of the browser alone: the server says no more than that it failed. */
const ofBrowser = new Set(['settings_not_loaded', 'settings_not_saved']);

it.each(specified)('%s', (_what, code, ru, en) => {
  expect(texts.ru[`errors.channels.${code}`]).toMatch(ru);
  expect(texts.en[`errors.channels.${code}`]).toMatch(en);
  expect(Object.hasOwn(errorStatus, `channels.${code}`)).toBe(!ofBrowser.has(code));
});
