import type { Locale } from '@otvet/contract';
import { escapeHtml } from '../../text/escape-html.ts';
import { renderNotice } from '../pages/notice-page.ts';

const texts = {
  ru: {
    title: 'Адрес не настроен',
    reason: 'Этот сервер не знает адреса, по которому его открыли',
    remedy: 'Если сервер ваш, запустите его с этим адресом:',
    also: 'Если это лишь ещё одно имя сервера, добавьте его:',
    visitor: 'Если сервер не ваш, напишите его владельцу.',
  },
  en: {
    title: 'This address is not set up',
    reason: 'This server does not know the address that it was opened by',
    remedy: 'If the server is yours, start it with this address:',
    also: 'If this is only one more name of the server, add it:',
    visitor: 'If the server is not yours, write to its owner.',
  },
} as const;

/** A name and a port as people read them; anything else is no line to copy into a shell. */
const PLAIN_HOST = /^[a-z0-9.-]{1,100}(?::\d{1,5})?$/i;
const SAMPLE_HOST = 'chat.example.com';
const PORT = /:\d{1,5}$/;

/** What a person sees who points a name at the server before it is told of it: which line to set. */
export function renderUnknownHostPage(host: string, locale: Locale): string {
  const { title, reason, remedy, also, visitor } = texts[locale];
  const shown = PLAIN_HOST.test(host) ? host : SAMPLE_HOST;
  return renderNotice({
    locale,
    title,
    html: `<p>${reason}: <b>${escapeHtml(host)}</b></p>
<p>${remedy}</p><pre>PUBLIC_URL=https://${escapeHtml(shown)} npm start</pre>
<p>${also}</p><pre>ALLOWED_HOSTS=${escapeHtml(shown.replace(PORT, ''))}</pre>
<p>${visitor}</p>`,
  });
}
