import type { AnyContractRouter } from '@orpc/contract';
import type { FastifyInstance } from 'fastify';
import { renderDocsPage } from './docs-page.ts';
import { createOpenApiDocument } from './openapi-document.ts';

const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** `/api/openapi.json` and `/api/docs`, made at the first request and kept. */
export function mountDocs(app: FastifyInstance, { contract }: { contract: AnyContractRouter }): void {
  let made: Promise<{ json: string; page: string }> | undefined;
  const read = () => {
    made ??= createOpenApiDocument(contract).then((document) => ({
      json: JSON.stringify(document),
      page: renderDocsPage(document),
    }));
    return made;
  };
  app.get('/api/openapi.json', async (_request, reply) => {
    const headers = { 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' };
    return reply.headers(headers).send((await read()).json);
  });
  app.get('/api/docs', async (_request, reply) => {
    const { page } = await read();
    return reply
      .headers({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': DOCS_POLICY,
      })
      .send(page);
  });
}
