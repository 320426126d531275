import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { noChannels } from '../testing/no-channels.ts';
import { createSpreadsheets } from './create-spreadsheets.ts';

/** More than one statement takes. */
const MANY = 600;

describe.each(['server', 'embedded'] as const)('an import that is taken back (%s)', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  async function openBase({
    accountId = randomUUID(),
    maxAccountBytes = limits.knowledgeMemoryBytes,
  }: {
    accountId?: string;
    maxAccountBytes?: number;
  } = {}) {
    const { pool } = database;
    const deps = { pool, clock: createTestClock(), newId: randomUUID, log: createLog({ level: 'silent' }) };
    const knowledge = createKnowledge({ ...deps, channels: noChannels, maxAccountBytes });
    const unreachable = async () => {
      throw new SourceFault('unreachable');
    };
    const spreadsheets = createSpreadsheets({
      ...{ ...deps, channels: noChannels, changed: knowledge.noteChanged, maxAccountBytes },
      ...{ fetchLink: unreachable, fetchGoogle: unreachable },
      readSheets: async ({ bytes }) => ({
        kind: 'read',
        sheets: [
          {
            name: null,
            rows: bytes
              .toString()
              .split('\n')
              .map((line, at) => ({ row: at + 1, cells: line.split('|') })),
          },
        ],
      }),
    });
    const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
    const base = { accountId, knowledgeBaseId };
    const send = (lines: string[], name = 'Цены.csv') => {
      const file = new File([['Вопрос|Ответ|Другие формулировки', ...lines].join('\n')], name);
      return spreadsheets.importPairs({ ...base, check: false, file });
    };
    const undo = (importId: string | null) => spreadsheets.undo({ ...base, importId: importId ?? '' });
    const held = async () => {
      const { pairs, count } = await knowledge.pairs.page({ ...base, limit: 100, offset: 0, search: '' });
      const shown = pairs.map(({ question, answer, phrasings }) => [question, answer, ...phrasings].join(' '));
      return { count, pairs: shown.sort() };
    };
    const counts = async () => {
      const { rows } = await pool.query(
        `select b.pairs::int = count(p.id)::int as pairs, b.memory::int = coalesce(sum(p.memory), 0)::int as memory
        from knowledge_bases b left join passages p on p.account_id = b.account_id and p.knowledge_base_id = b.id
        where b.id = $1 group by b.pairs, b.memory`,
        [knowledgeBaseId],
      );
      return rows;
    };
    return { base, deps, knowledge, spreadsheets, send, undo, held, counts };
  }

  const add = async ({ knowledge, base }: Awaited<ReturnType<typeof openBase>>) =>
    await knowledge.pairs.add({
      ...base,
      pairs: [
        { question: 'Где вы?', answer: 'На Лесной', phrasings: ['Адрес'] },
        { question: 'Есть парковка?', answer: 'Да' },
      ],
    });

  it('leaves the base as it was: added pairs go, changed ones are as before, and the search follows', async () => {
    const opened = await openBase();
    await add(opened);
    const before = await opened.held();
    const many = Array.from({ length: MANY }, (_, at) => `Сколько стоит товар ${at}?|${at} ₽|`);
    const changes = ['Где вы?|На Садовой, в новом здании|Как проехать', 'Есть парковка?|Да|Где оставить машину'];
    const { importId } = await opened.send([...many, ...changes]);
    expect(await opened.spreadsheets.lastImport(opened.base)).toMatchObject({
      ...{ id: importId, name: 'Цены.csv', added: MANY, changed: 2, kept: 0 },
    });
    const ask = async (query: string) => {
      const { passages } = await opened.knowledge.retrieve({ ...opened.base, query, limit: 1 });
      return passages[0]?.text;
    };
    expect(await ask('Сколько стоит товар 7?')).toBe('7 ₽');
    expect(await opened.undo(importId)).toEqual({ removed: MANY, restored: 2, kept: 0 });
    expect(await opened.held()).toEqual(before);
    expect(await opened.counts()).toEqual([{ pairs: true, memory: true }]);
    expect(await ask('Сколько стоит товар 7?')).not.toBe('7 ₽');
    expect(await ask('Где вы?')).toBe('На Лесной');
    expect(await opened.spreadsheets.lastImport(opened.base)).toBeNull();
  });

  it('risk: what a person changed or deleted since then is overwritten or comes back', async () => {
    const opened = await openBase();
    const [first] = await add(opened);
    const { accountId } = opened.base;
    const { importId } = await opened.send([
      'Где вы?|На Садовой|',
      'Сколько ждать?|Час|',
      'Есть лифт?|Да|',
      'Шумно?|Нет|',
    ]);
    const { pairs } = await opened.knowledge.pairs.page({ ...opened.base, limit: 100, offset: 0, search: '' });
    const idOf = (question: string) => pairs.find((pair) => pair.question === question)?.id ?? '';
    await opened.knowledge.pairs.update({ accountId, id: first?.id ?? '', answer: 'На Луговой' });
    await opened.knowledge.pairs.update({ accountId, id: idOf('Сколько ждать?'), answer: 'Два часа' });
    await opened.knowledge.pairs.remove(accountId, idOf('Шумно?'));
    expect(await opened.spreadsheets.lastImport(opened.base)).toMatchObject({ added: 1, changed: 0, kept: 2 });
    expect(await opened.undo(importId)).toEqual({ removed: 1, restored: 0, kept: 2 });
    await opened.send(['Тепло?|Да|']);
    const [warm] = (await opened.knowledge.pairs.page({ ...opened.base, limit: 1, offset: 0, search: 'Тепло?' })).pairs;
    await opened.knowledge.pairs.remove(accountId, warm?.id ?? '');
    expect(await opened.spreadsheets.lastImport(opened.base)).toBeNull();
    expect((await opened.held()).pairs).toEqual([
      'Где вы? На Луговой Адрес',
      'Есть парковка? Да',
      'Сколько ждать? Два часа',
    ]);
    expect(await opened.counts()).toEqual([{ pairs: true, memory: true }]);
  });

  it('risk: an import is taken back twice, or in the place of one that came after it', async () => {
    const opened = await openBase();
    await add(opened);
    const one = await opened.send(['Есть лифт?|Да|']);
    const two = await opened.send(['Шумно?|Нет|'], 'Ещё.csv');
    // It changed nothing, and leaves the one before as the last.
    expect(await opened.send(['Шумно?|Нет|'])).toMatchObject({ importId: null, unchanged: 1 });
    const gone = { code: 'knowledge.import_gone' };
    await expect(opened.undo(one.importId)).rejects.toMatchObject(gone);
    const outcomes = await Promise.allSettled([opened.undo(two.importId), opened.undo(two.importId)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await opened.held()).toMatchObject({ count: 3 });
    await expect(opened.undo(one.importId)).rejects.toMatchObject(gone);
  });

  it('risk: that of another base of the account goes with it', async () => {
    const [one, other] = [await openBase(), await openBase()];
    const { importId } = await one.send(['Есть лифт?|Да|']);
    const beside = await openBase({ accountId: one.base.accountId });
    await beside.send(['Шумно?|Нет|', 'Тепло?|Да|']);
    await other.send(['Светло?|Да|']);
    expect(await one.spreadsheets.lastImport(one.base)).toMatchObject({ added: 1 });
    await expect(beside.undo(importId)).rejects.toMatchObject({ code: 'knowledge.import_gone' });
    expect(await one.undo(importId)).toEqual({ removed: 1, restored: 0, kept: 0 });
    expect([await one.held(), await beside.held(), await other.held()]).toMatchObject([
      { count: 0 },
      { count: 2 },
      { count: 1 },
    ]);
  });

  it('risk: a node that holds the base in memory goes on answering with what was taken back', async () => {
    const opened = await openBase();
    const node = createKnowledge({ ...opened.deps, channels: noChannels });
    const { importId } = await opened.send(['Есть ли у вас лифт?|Да, грузовой.|']);
    const ask = async () => {
      opened.deps.clock.advance(5000);
      const { passages } = await node.retrieve({ ...opened.base, query: 'Есть ли у вас лифт?', limit: 1 });
      await node.settled(opened.base);
      return passages.length;
    };
    expect(await ask()).toBe(1);
    await opened.undo(importId);
    await ask();
    expect(await ask()).toBe(0);
  });

  it('former answers that no longer fit are refused in words of their own, and nothing is changed', async () => {
    const [long, short] = ['Подробно. '.repeat(200), 'Кратко.'];
    const opened = await openBase({ maxAccountBytes: 30_000 });
    await opened.send([`Как доехать?|${long}|`]);
    const { importId } = await opened.send([`Как доехать?|${short}|`]);
    const fill = async (at: number) =>
      await opened.knowledge.pairs.add({
        ...opened.base,
        pairs: [{ question: `Вопрос ${at}?`, answer: 'Ответ. '.repeat(40) }],
      });
    let added = 0;
    while (
      await fill(added).then(
        () => true,
        () => false,
      )
    )
      added += 1;
    const before = await opened.held();
    await expect(opened.undo(importId)).rejects.toMatchObject({ code: 'knowledge.undo_memory' });
    expect(await opened.held()).toEqual(before);
    expect(await opened.spreadsheets.lastImport(opened.base)).toMatchObject({ id: importId, changed: 1 });
  });

  it('a base that has one is deleted whole', async () => {
    const opened = await openBase();
    await opened.send(['Есть лифт?|Да|']);
    await opened.knowledge.bases.remove(opened.base.accountId, opened.base.knowledgeBaseId);
    const { rows } = await database.pool.query('select pair_id from imported_pairs where knowledge_base_id = $1', [
      opened.base.knowledgeBaseId,
    ]);
    expect(rows).toEqual([]);
  });
});
