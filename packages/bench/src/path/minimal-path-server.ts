import { fileURLToPath } from 'node:url';
import { fastify } from 'fastify';
import type pg from 'pg';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';

/*
 * The ceiling that the product is measured against, and no product: one Fastify process, three statements, the call of
 * the model, one push. It forgets everything under way when it dies, knows no repeats, no order and no rights.
 */
const migrationsDir = fileURLToPath(new URL('./migrations', import.meta.url));
const env = z
  .object({
    PORT: z.coerce.number(),
    DATA_DIR: z.string(),
    DATABASE_URL: z.string().optional(),
    MODEL_URL: z.string(),
  })
  .parse(process.env);

const STORE_SQL = `
with dialog as (
  insert into dialogs as d (id, last_seq, last_text, last_at) values ($1, 1, $3, $4)
  on conflict (id) do update set last_seq = d.last_seq + 1, last_text = excluded.last_text, last_at = excluded.last_at
  returning last_seq
)
insert into messages (dialog_id, seq, author, text, created_at) select $1, last_seq, $2, $3, $4 from dialog returning seq`;
const LAST_SQL = 'select author, text from messages where dialog_id = $1 order by seq desc limit 10';

const inbound = z.object({ message: z.object({ chat: z.object({ id: z.number() }), text: z.string() }) });
const completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) });

const log = createLog({ level: 'silent' });
const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, migrationsDir, log });
const app = fastify();
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });

/** Prepared: the ceiling should be as high as it can be. */
function run<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return database.pool.query<Row>({ name, text, values });
}

async function ask(messages: { role: string; content: string }[]): Promise<string> {
  const response = await fetch(`${env.MODEL_URL}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stub', messages }),
  });
  return completion.parse(await response.json()).choices[0].message.content;
}

app.get('/ready', async () => 'ready');
app.post('/message', async (request, reply) => {
  const { message } = inbound.parse(request.body);
  const dialogId = String(message.chat.id);
  await run('store', STORE_SQL, [dialogId, 'customer', message.text, new Date()]);
  const { rows } = await run<{ author: string; text: string }>('last', LAST_SQL, [dialogId]);
  const answer = await ask(
    rows.reverse().map(({ author, text }) => ({ role: author === 'customer' ? 'user' : 'assistant', content: text })),
  );
  const stored = await run<{ seq: string }>('store', STORE_SQL, [dialogId, 'assistant', answer, new Date()]);
  const event = JSON.stringify({ dialogId, seq: stored.rows[0]?.seq });
  for (const socket of sockets.clients) socket.send(event);
  return reply.send({ answer });
});

await app.listen({ port: env.PORT, host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  sockets.close();
  for (const socket of sockets.clients) socket.terminate();
  app.server.closeAllConnections();
  await app.close();
  await database.close();
  process.exit(0);
});
