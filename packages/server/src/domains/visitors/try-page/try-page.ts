import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { askedLocale } from '../asked-locale.ts';
import type { VisitorDeps } from '../deps.ts';
import { renderMissingPage, renderTryPage } from './render-try-page.ts';
import { TRY_STYLE } from './try-style.ts';

type TryDeps = Pick<VisitorDeps, 'channels' | 'publicUrl'>;

const params = z.object({ channelId: z.uuid() });

/** Strict on purpose: the page proves that the widget runs under a policy without inline scripts, inline styles and eval. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /try/{channelId}`: a sample shop with the widget of that channel. */
export function registerTryPage(app: FastifyInstance, deps: TryDeps): void {
  app.get('/try/style.css', async (_request, reply) =>
    reply
      .header('Content-Type', 'text/css; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      .header('X-Content-Type-Options', 'nosniff')
      .send(TRY_STYLE),
  );
  app.get('/try/:channelId', async (request, reply) => {
    const locale = askedLocale(request);
    const path = params.safeParse(request.params);
    const channel = path.success ? await deps.channels.findWidget(path.data.channelId) : undefined;
    if (channel === undefined) return sendPage(reply.status(404), renderMissingPage(locale));
    const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`;
    return sendPage(reply, renderTryPage({ channelId: channel.id, locale, origin: safeOrigin(origin) }));
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', policy)
    .header('X-Frame-Options', 'DENY')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'no-referrer')
    .header('Vary', 'Accept-Language')
    .send(html);
}

/** The Host header is the visitor's own word: only a real origin is shown back. */
function safeOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).origin : '';
}
