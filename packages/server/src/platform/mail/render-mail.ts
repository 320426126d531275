import { type Locale, personName } from '@otvet/contract';
import english from '@otvet/contract/texts/en/mail.json' with { type: 'json' };
import russian from '@otvet/contract/texts/ru/mail.json' with { type: 'json' };
import { escapeHtml } from '../text/escape-html.ts';

type TextKey = keyof typeof russian;
/** Kinds of mail: those that have a subject in the catalogue. */
export type MailKind = TextKey extends infer Key ? (Key extends `mail.${infer Kind}.subject` ? Kind : never) : never;

type RenderedMail = { subject: string; text: string; html: string; link: string | null };

const catalogues: Record<Locale, Record<TextKey, string>> = { ru: russian, en: english };

type MailContent = {
  kind: MailKind;
  locale: Locale;
  /** What the product itself says: figures, never a text that somebody typed. */
  values: Record<string, string>;
  /** What people typed: `name` for the greeting, others for `mail.{kind}.detail`. Without it the mail does without both. */
  personal: Record<string, string> | null;
  link: string | null;
};

/** Writes a mail in the receiver's language. Values fill `{{name}}` places; they are text, never markup. */
export function renderMail(mail: MailContent): RenderedMail {
  const texts = catalogues[mail.locale];
  const read = (part: 'subject' | 'body' | 'action') => fill(lookUp(texts, `mail.${mail.kind}.${part}`), mail.values);
  const paragraphs = [greet(texts, mail.personal), ...read('body').split('\n'), ...readDetail(texts, mail)];
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

/** The same words without greeting and footer, for a chat. */
export function renderShort(mail: MailContent): string {
  const texts = catalogues[mail.locale];
  const read = (part: 'subject' | 'body') => fill(lookUp(texts, `mail.${mail.kind}.${part}`), mail.values);
  const body = [...readDetail(texts, mail), ...read('body').split('\n')].join('\n');
  return [read('subject'), body, ...(mail.link === null ? [] : [mail.link])].join('\n\n');
}

/** Names that were stored before a rule forbade addresses in them are left out. */
function greet(texts: Record<string, string>, personal: MailContent['personal']): string {
  const name = personName.safeParse(personal?.name);
  return name.success && name.data.trim() !== ''
    ? fill(lookUp(texts, 'mail.greeting_named'), { name: name.data.trim() })
    : lookUp(texts, 'mail.greeting');
}

function readDetail(texts: Record<string, string>, { kind, personal }: MailContent): string[] {
  const detail = texts[`mail.${kind}.detail`];
  return detail === undefined || personal === null ? [] : [fill(detail, personal)];
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
