import { afterAll, beforeAll, expect, it } from 'vitest';
import { countWaiting } from '../../../../testing/count-waiting.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { type OpenSources, openSources, readParagraphs } from '../../testing/open-sources.ts';

const DELIVERY = 'Доставка по городу стоит 300 рублей.';

let open: OpenSources;
beforeAll(async () => {
  open = await openSources();
  open.replaced.read = async (input) => {
    const result = await readParagraphs(input);
    if (result.kind === 'refused') return result;
    const isConversation = result.passages.some(({ text }) => text.includes('Гульнара'));
    return { ...result, document: { ...result.document, isConversation } };
  };
});
afterAll(() => open.close());

it('risk: a reading that is given up while it is stored leaves half of itself, and the former text answers nobody', async () => {
  const base = await open.openBase();
  const id = await base.upload(DELIVERY, 'Переписка.txt');
  await base.ended(id);
  const { pool } = open.deps;
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from knowledge_bases where id = $1 for update', [base.knowledgeBaseId]);
  await base.upload(`Гульнара спросила про доставку. ${DELIVERY}`, 'Переписка.txt');
  // It has seen that it is wanted, and waits for the row of its base.
  await waitUntil(async () => (await countWaiting(pool)) === 1);
  await pool.query("update knowledge_sources set state = 'failed', reason = 'not_read' where id = $1", [id]);
  await client.query('commit');
  client.release();
  await base.upload(DELIVERY, 'Переписка.txt');
  await base.ended(id);
  expect(await base.ask('Сколько стоит доставка по городу?')).toEqual([DELIVERY]);
});
