import { readFileSync } from 'node:fs';
import { type Exchange, sendBytes } from '../http/serve.ts';

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; connect-src 'self'";
const FILES: Record<string, { file: string; type: string }> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/chat.css': { file: 'chat.css', type: 'text/css; charset=utf-8' },
  '/page-render.js': { file: 'page-render.js', type: 'text/javascript; charset=utf-8' },
  '/page-state.js': { file: 'page-state.js', type: 'text/javascript; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/page-stickers.js': { file: 'page-stickers.js', type: 'text/javascript; charset=utf-8' },
  '/page-view.js': { file: 'page-view.js', type: 'text/javascript; charset=utf-8' },
  '/page-voice.js': { file: 'page-voice.js', type: 'text/javascript; charset=utf-8' },
};

/** Serves the chat page of the demo; false when the address is none of its files. */
export function servePage({ request, response, url }: Exchange): boolean {
  const found = FILES[url.pathname];
  if (found === undefined || request.method !== 'GET') return false;
  const body = readFileSync(new URL(`./page/${found.file}`, import.meta.url));
  sendBytes(response, {
    status: 200,
    body,
    headers: { 'content-type': found.type, 'cache-control': 'no-cache', 'content-security-policy': PAGE_POLICY },
  });
  return true;
}
