import type { FastifyRequest } from 'fastify';

/** A browser that opens an address names the form of pages; programs take anything. */
export function acceptsPages(request: FastifyRequest): boolean {
  return request.headers.accept?.toLowerCase().includes('text/html') ?? false;
}
