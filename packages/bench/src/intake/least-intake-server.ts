import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';
import { z } from 'zod';

/*
 * The ceiling that the intake is measured against, and no product: one route, one row per request, answered after its
 * commit. It verifies nothing, knows no repeats and reads nothing of what it stores.
 */
const env = z
  .object({ PORT: z.coerce.number(), DATABASE_URL: z.string(), CONNECTIONS: z.coerce.number() })
  .parse(process.env);

const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: env.CONNECTIONS });
await pool.query(
  'create table if not exists least_events (channel_id uuid not null, event_id uuid primary key, payload text not null)',
);
const channelId = randomUUID();
const app = fastify();

app.get('/ready', async () => 'ready');
app.post('/message', async (request, reply) => {
  const values = [channelId, randomUUID(), JSON.stringify(request.body)];
  // Prepared: the ceiling should be as high as it can be.
  const text = 'insert into least_events (channel_id, event_id, payload) values ($1, $2, $3)';
  await pool.query({ name: 'insert', text, values });
  return reply.send();
});

await app.listen({ port: env.PORT, host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  app.server.closeAllConnections();
  await app.close();
  await pool.end();
  process.exit(0);
});
