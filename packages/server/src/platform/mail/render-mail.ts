import type { Locale } from '@otvet/contract';
import english from '@otvet/contract/texts/en/mail.json' with { type: 'json' };
import russian from '@otvet/contract/texts/ru/mail.json' with { type: 'json' };

type TextKey = keyof typeof russian;
/** Kinds of mail: those that have a subject in the catalogue. */
export type MailKind = TextKey extends infer Key ? (Key extends `mail.${infer Kind}.subject` ? Kind : never) : never;

type RenderedMail = { subject: string; text: string; html: string; link: string | null };

const catalogues: Record<Locale, Record<TextKey, string>> = { ru: russian, en: english };

/** Writes a mail in the receiver's language. `values` fill `{{name}}` places; they are text, never markup. */
export function renderMail(mail: {
  kind: MailKind;
  locale: Locale;
  values: Record<string, string>;
  link: string | null;
}): RenderedMail {
  const texts = catalogues[mail.locale];
  const read = (part: 'subject' | 'body' | 'action') => fill(lookUp(texts, `mail.${mail.kind}.${part}`), mail.values);
  const paragraphs = read('body').split('\n');
  const action = mail.link === null ? [] : [{ label: read('action'), link: mail.link }];
  const footer = texts['mail.footer'];
  return {
    subject: read('subject'),
    link: mail.link,
    text: [...paragraphs, ...action.map(({ label, link }) => `${label}:\n${link}`), footer].join('\n\n'),
    html: [
      `<!doctype html><html lang="${mail.locale}"><meta charset="utf-8"><body style="font-family:sans-serif">`,
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      ...action.map(({ label, link }) => `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`),
      `<p><small>${escapeHtml(footer)}</small></p></body></html>`,
    ].join('\n'),
  };
}

function lookUp(texts: Record<string, string>, key: string): string {
  const text = texts[key];
  if (text === undefined) throw new Error(`The catalogue of mails has no ${key}`);
  return text;
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : place,
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
