import type { Locale } from '@otvet/contract';
import { escapeHtml } from '../../text/escape-html.ts';

/** A page that says one thing, without a script and without anything to load. */
export function renderNotice({ locale, title, html }: { locale: Locale; title: string; html: string }): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${html}</main></body></html>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#1b2430;background:#f6f8fa;margin:0}
main{max-width:640px;margin:0 auto;padding:48px 24px}h1{font-size:24px}b{overflow-wrap:anywhere}
pre{background:#fff;border:1px solid #d3dce5;border-radius:8px;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere}`;
