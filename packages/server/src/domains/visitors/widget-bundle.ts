import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import { openStaticFolder } from '../../platform/http/static-folder.ts';
import type { VisitorDeps } from './deps.ts';

const chunkPath = z.object({ name: z.string().max(80) });

/** Serves the built bundle to any site: the loader for five minutes, its hashed chunks for ever. */
export async function registerWidgetBundle(
  app: FastifyInstance,
  { widgetFolder }: Pick<VisitorDeps, 'widgetFolder'>,
): Promise<void> {
  const bundle = await openStaticFolder(widgetFolder);
  const config = { rate: 'static' } as const;
  app.get('/widget.js', { config }, async (request, reply) => {
    const file = bundle.find('widget.js');
    if (file === undefined) throw new AppError('server.unavailable', { message: 'The widget bundle is not built' });
    const cacheControl = 'public, max-age=300, stale-while-revalidate=86400';
    return bundle.send({ request, reply: openToAll(reply), file, cacheControl });
  });
  app.get('/widget-assets/:name', { config }, async (request, reply) => {
    const asked = chunkPath.safeParse(request.params);
    const file = asked.success ? bundle.find(`widget-assets/${asked.data.name}`) : undefined;
    if (file === undefined) throw new AppError('request.not_found');
    return bundle.send({ request, reply: openToAll(reply), file, cacheControl: 'public, max-age=31536000, immutable' });
  });
}

/** Chunks are imported as modules, which browsers load with CORS; the loader itself comes without. */
function openToAll(reply: FastifyReply): FastifyReply {
  return reply.header('Access-Control-Allow-Origin', '*').header('Cross-Origin-Resource-Policy', 'cross-origin');
}
