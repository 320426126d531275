import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Say = (key: string, params?: Record<string, string | number>) => string;

const folder = fileURLToPath(new URL('../../../contract/src/texts', import.meta.url));
const catalogue = z.record(z.string(), z.string());

/** The words of the product in one language, with their numbers put in. */
export function readTexts(locale: 'ru' | 'en'): Say {
  const texts = Object.assign(
    {},
    ...readdirSync(`${folder}/${locale}`).map((name) =>
      catalogue.parse(JSON.parse(readFileSync(`${folder}/${locale}/${name}`, 'utf8'))),
    ),
  );
  const known = catalogue.parse(texts);
  const plural = new Intl.PluralRules(locale);
  return (key, params = {}) => {
    const count = typeof params.count === 'number' ? `_${plural.select(params.count)}` : '';
    const text = known[`${key}${count}`] ?? known[key];
    if (text === undefined) throw new Error(`There is no text ${key}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  };
}

/** Words of the chat window, which has its own small catalogue. */
export const widgetWords = {
  ru: {
    open: 'Открыть чат',
    close: 'Закрыть чат',
    message: 'Сообщение',
    attach: 'Прикрепить картинку',
    sent: 'Отправлено',
    retry: 'Отправить ещё раз',
    discard: 'Удалить',
  },
  en: {
    open: 'Open chat',
    close: 'Close chat',
    message: 'Message',
    attach: 'Attach a picture',
    sent: 'Sent',
    retry: 'Send again',
    discard: 'Delete',
  },
} as const;
