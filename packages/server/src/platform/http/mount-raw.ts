import type { FastifyInstance } from 'fastify';

/**
 * Routes that take the exact bytes (webhooks): inside `register` every body is a Buffer whatever its content type,
 * or undefined where there is none, up to `maxBytes`.
 */
export function mountRaw(
  app: FastifyInstance,
  { maxBytes, register }: { maxBytes: number; register: (scope: FastifyInstance) => void },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_request: unknown, body: Buffer) => body,
    );
    register(scope);
  });
}
