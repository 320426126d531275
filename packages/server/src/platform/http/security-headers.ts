import type { FastifyInstance } from 'fastify';

/**
 * Where pages of the web app may load from: itself only. `unsafe-inline` styles are what the component library writes;
 * `scripts` are hashes of those that stand in the page.
 */
export function pagePolicy(publicUrl: string | undefined, scripts: readonly string[] = []): string {
  const socket = publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin.replace(/^http/, 'ws')}`;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self'${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Data that a browser is made to open as a page: it runs nothing, loads nothing and stands in no frame. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const isCode = /javascript|css/;

/** Headers of every answer; a route that set one itself keeps its own. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string | undefined }): void {
  const policy = pagePolicy(publicUrl);
  const always = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['cache-control', 'no-store'],
    ...(publicUrl?.startsWith('https:') ? [['strict-transport-security', 'max-age=15552000'] as const] : []),
  ] as const;
  const page = [
    ['content-security-policy', policy],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['x-frame-options', 'DENY'],
  ] as const;
  app.addHook('onSend', (_request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isPage = type.startsWith('text/html');
    if (!isPage && !isCode.test(type) && !reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', DATA_POLICY);
    }
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value);
    if (isPage) for (const [name, value] of page) if (!reply.hasHeader(name)) reply.header(name, value);
    done(null, payload);
  });
}
