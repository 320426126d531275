import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { contentDisposition } from './clean-name.ts';
import type { Files } from './create-files.ts';

const link = z.object({
  accountId: z.uuid(),
  fileId: z.uuid(),
  exp: z.string().regex(/^\d{9,11}$/),
  sig: z.string().regex(/^[\w-]{43}$/),
});

const MAX_CACHE_SECONDS = 86_400;
// A file opened as a page may run nothing, load nothing and does not share our origin.
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** `GET /files/{accountId}/{fileId}?exp=&sig=`, or the same in the path: a signed link is the only right that counts here. */
export function mountFiles(app: FastifyInstance, { files }: { files: Files }): void {
  for (const url of ['/files/:accountId/:fileId', '/files/:accountId/:fileId/:exp/:sig/:name'])
    mountAt(app, files, url);
}

function mountAt(app: FastifyInstance, files: Files, url: string): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const asked = link.safeParse({ ...fieldsOf(request.query), ...fieldsOf(request.params) });
      const left = asked.success ? files.links.check(asked.data) : undefined;
      if (!asked.success || left === undefined) throw new AppError('files.not_found');
      const { accountId, fileId } = asked.data;
      const stored = await files.find({ accountId, fileId });
      if (stored === undefined) throw new AppError('files.not_found');
      const range = readRange(request.headers.range, stored.size);
      const opened = await files.open({ accountId, fileId, ...(range === undefined ? {} : { range }) });
      if (opened === undefined) throw new AppError('files.not_found');
      reply.headers({
        'content-type': stored.contentType,
        'content-disposition': contentDisposition(stored.kind === 'image' ? 'inline' : 'attachment', stored.name),
        'content-security-policy': FILE_POLICY,
        'cache-control': `private, max-age=${Math.min(left, MAX_CACHE_SECONDS)}`,
        'accept-ranges': 'bytes',
        'content-length': range === undefined ? stored.size : range.end - range.start + 1,
      });
      if (range !== undefined) {
        reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.size}`);
      }
      return reply.send(opened.stream);
    },
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  const fields = z.record(z.string(), z.unknown()).safeParse(value);
  return fields.success ? fields.data : {};
}

/** One range, which players of voice messages ask for; anything else is answered with the whole file. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header ?? '');
  if (match === null) return undefined;
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end ? undefined : { start, end };
}
