import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { pagePolicy } from './security-headers.ts';
import { openStaticFolder, type StaticFolder } from './static-folder.ts';

export type WebDeps = {
  publicUrl: string | undefined;
  /** Built web app: `index.html`, `assets/…`, `build-mark.json`. */
  webFolder: string;
  /** Stands in for the build mark before there is a build. */
  startedAt: Date;
  /** A policy of the owner's own, in place of the web app's page about privacy. */
  privacyPolicyUrl: string | undefined;
};

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Paths that belong to machines: a page is never the answer there. */
const machinePaths = /^\/(?:api|hooks|socket\.io|widget|widget-assets|files|assets|metrics|health|ready)(?:\/|$)/;
const looksLikeFile = /\.(?:js|mjs|css|map|json|txt|xml|ico|png|jpe?g|gif|svg|webp|woff2?|php|env)$/i;

const PAGE = 'index.html';

const wildcard = z.object({ '*': z.string() });

/** The web app with its pages and `/build-mark.json`. */
export async function mountWeb(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const web = await openStaticFolder(deps.webFolder);
  const policy = pagePolicy(deps.publicUrl, hashesOfScripts(web.find(PAGE)?.bytes.toString('utf8') ?? ''));
  mountBuildMark(app, { web, startedAt: deps.startedAt });
  const { privacyPolicyUrl } = deps;
  if (privacyPolicyUrl !== undefined) {
    for (const path of ['/privacy', '/privacy/']) app.get(path, (_request, reply) => reply.redirect(privacyPolicyUrl));
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { rate: 'static' },
    handler: async (request, reply) => {
      const file = web.find(wildcard.parse(request.params)['*']) ?? findPage(request, web);
      if (file === undefined) throw new AppError('request.not_found');
      const cacheControl = file.isHashed ? IMMUTABLE : 'no-cache';
      if (file.path === PAGE) reply.header('content-security-policy', policy);
      return web.send({ request, reply, file, cacheControl });
    },
  });
}

function mountBuildMark(app: FastifyInstance, { web, startedAt }: { web: StaticFolder; startedAt: Date }): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/build-mark.json',
    config: { rate: 'static' },
    handler: async (request, reply) => {
      const file = web.find('build-mark.json');
      if (file !== undefined) return web.send({ request, reply, file, cacheControl: 'no-cache' });
      return reply.header('cache-control', 'no-cache').send({ buildMark: startedAt.toISOString() });
    },
  });
}

/** Every address of the web app is one page; the app itself shows its not-found page. */
function findPage(request: FastifyRequest, web: StaticFolder): ReturnType<StaticFolder['find']> {
  const path = (request.raw.url ?? '/').split('?')[0] ?? '/';
  const accepted = request.headers.accept ?? '';
  const isNavigation = accepted === '' || accepted.includes('text/html') || accepted.includes('*/*');
  if (!isNavigation || machinePaths.test(path) || looksLikeFile.test(path)) return undefined;
  return web.find(PAGE);
}

/** The scripts that stand in the page itself are allowed by what they are, and no other. */
function hashesOfScripts(page: string): string[] {
  const scripts = page.split('<script>').slice(1);
  return scripts.map((rest) => {
    const [code = ''] = rest.split('</script>');
    return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  });
}
