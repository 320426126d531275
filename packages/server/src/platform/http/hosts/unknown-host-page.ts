import type { Locale } from '@otvet/contract';

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
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>
<p>${reason}: <b>${escapeHtml(host)}</b></p>
<p>${remedy}</p><pre>PUBLIC_URL=https://${escapeHtml(shown)} npm start</pre>
<p>${also}</p><pre>ALLOWED_HOSTS=${escapeHtml(shown.replace(PORT, ''))}</pre>
<p>${visitor}</p></main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#1b2430;background:#f6f8fa;margin:0}
main{max-width:640px;margin:0 auto;padding:48px 24px}h1{font-size:24px}b{overflow-wrap:anywhere}
pre{background:#fff;border:1px solid #d3dce5;border-radius:8px;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere}`;
