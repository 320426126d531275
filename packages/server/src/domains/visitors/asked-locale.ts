import type { Locale } from '@otvet/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { negotiateLocale } from '../../platform/http/index.ts';

const query = z.object({ lang: z.enum(['ru', 'en']) });

/** The language that the address asks for (`?lang=`), else the browser's. */
export function askedLocale(request: Pick<FastifyRequest, 'query' | 'headers'>): Locale {
  const asked = query.safeParse(request.query);
  return asked.success ? asked.data.lang : negotiateLocale(request.headers['accept-language']);
}
