import { once } from 'node:events';
import { createServer } from 'node:http';

/** A site of somebody else that carries the embed line. */
export type HostPage = { url: string; host: string; close(): Promise<void> };

/** Serves one page at another origin than the product's. */
export async function startHostPage({
  embed,
  locale = 'ru',
}: {
  embed: string;
  locale?: 'ru' | 'en';
}): Promise<HostPage> {
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>Чужой сайт</title>
<link rel="icon" href="data:,"></head><body><h1>Магазин</h1>${embed}</body></html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: `http://${host}/`,
    host,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
