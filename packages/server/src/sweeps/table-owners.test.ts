import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStatements, statement } from '../platform/database/statement.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-test-database.ts';
import { findTouchedObjects } from '../testing/statements/find-touched-objects.ts';
import { loadStatements } from '../testing/statements/load-statements.ts';

/** Whose each table is: nobody else reads or writes it; others go through the door of the owner. */
const OWNERS: Record<string, string> = {
  accounts: 'domains/accounts',
  audit_log: 'platform/audit',
  auth_account: 'domains/accounts',
  auth_attempts: 'domains/accounts',
  auth_jwks: 'domains/accounts',
  auth_session: 'domains/accounts',
  auth_user: 'domains/accounts',
  auth_verification: 'domains/accounts',
  channel_hours: 'domains/channels',
  channel_outbox: 'domains/dialogs',
  channel_requests: 'domains/channels',
  channel_session_keys: 'domains/channels',
  channel_sessions: 'domains/channels',
  channels: 'domains/channels',
  dialogs: 'domains/dialogs',
  early_changes: 'domains/dialogs',
  early_receipts: 'domains/dialogs',
  feed_positions: 'platform/events',
  file_usage: 'platform/storage',
  files: 'platform/storage',
  handled_events: 'platform/events',
  imported_pairs: 'domains/knowledge',
  inbound_events: 'domains/gateway',
  knowledge_bases: 'domains/knowledge',
  knowledge_embedding_choices: 'domains/knowledge',
  knowledge_embeddings: 'domains/knowledge',
  knowledge_findings: 'domains/knowledge',
  knowledge_hidden_questions: 'domains/knowledge',
  knowledge_picture_days: 'domains/knowledge',
  knowledge_picture_texts: 'domains/knowledge',
  knowledge_models: 'domains/knowledge',
  knowledge_sources: 'domains/knowledge',
  mails: 'platform/mail',
  members: 'domains/accounts',
  messages: 'domains/dialogs',
  notice_addresses: 'domains/notifications',
  notifications: 'domains/notifications',
  one_time_tokens: 'domains/accounts',
  pair_imports: 'domains/knowledge',
  passage_vectors: 'domains/knowledge',
  passages: 'domains/knowledge',
  schema_migrations: 'platform/database',
  shared_time: 'platform/time',
  visitors: 'domains/visitors',
};

/** Functions in the database that are the door of their owner: called where a second statement would cost too much. */
const DOORS: Record<string, string> = {
  'allowance_for()': 'answers are counted together; `takeMessages` of accounts is its text',
  'fill_vector_column()': 'vectors of the knowledge domain in the type of an extension that may not be there',
  'message_allowance()': 'a turn is claimed with what may be said to it; `allowanceOf` of accounts is its text',
  'near_passages()': 'the same: compares them',
  'question_asked()': 'what is asked in a question of the knowledge domain, as the index has it',
  'questions_asked()': 'the same, of all ways to ask a pair',
  'raise_vector_column()': 'the same: makes their column where it can',
  'take_message()': 'an answer is stored and counted in one statement; `takeMessage` of accounts is its text',
};

/** Statements that hold SQL of another domain's door, each with the reason why it is no call. */
const EXCEPTIONS: Record<string, { tables: string[]; reason: string }> = {
  'domains/dialogs/turn-store.ts commitMany': {
    tables: ['accounts'],
    reason:
      'answers are counted together where no account has to be waited for; the text is `freeAccount` and `takeMessages` of accounts',
  },
  'domains/gateway/store.ts acceptMany': {
    tables: ['dialogs', 'early_changes', 'messages'],
    reason:
      'an event, its message and the claim of its answer are one statement; the text is `acceptManySql` of dialogs',
  },
  'domains/gateway/store.ts openTextMessages': {
    tables: ['dialogs', 'early_changes', 'messages'],
    reason: 'the same for messages that open dialogs; the text is `openManySql` of dialogs',
  },
  'domains/gateway/store.ts readTextMessage': {
    tables: ['dialogs', 'early_changes', 'messages'],
    reason: 'a message is stored and its event settled in one statement; the text is `storeIncomingSql` of dialogs',
  },
  'domains/gateway/store.ts readTextMessages': {
    tables: ['dialogs', 'early_changes', 'messages'],
    reason: 'the same for messages of many dialogs; the text is `storeManySql` of dialogs',
  },
};

const statements = await loadStatements();

describe('tables and their owners', () => {
  let database: TestDatabase;
  let client: pg.PoolClient;
  beforeAll(async () => {
    database = await startTestDatabase({ kind: 'server' });
    client = await database.pool.connect();
  });
  afterAll(async () => {
    client.release();
    await database.close();
  });

  it('each table has an owner', async () => {
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public' order by 1",
    );
    expect(rows.map(({ tablename }) => tablename)).toEqual(Object.keys(OWNERS).sort());
  });

  it('no statement touches a table of another', async () => {
    const foreign: string[] = [];
    for (const { file, name, ...definition } of statements) {
      const owner = file.split('/').slice(0, 2).join('/');
      const touched = await findTouchedObjects(client, definition);
      const others = touched.filter((object) => OWNERS[object] !== owner && !(object in DOORS));
      foreign.push(...others.map((object) => `${file} ${name}: ${object}`));
    }
    const allowed = Object.entries(EXCEPTIONS).flatMap(([name, { tables }]) =>
      tables.map((table) => `${name}: ${table}`),
    );
    expect(foreign.sort()).toEqual(allowed.sort());
  });

  it('canary: a table is found wherever it stands, and a function of ours too', async () => {
    statement({
      sql: `with events as (insert into inbound_events (account_id, channel_id, event_id, payload, next_at, received_at)
          select account_id, id, name, name, :now, :now from channels returning channel_id)
        select take_message(d.account_id, now()) from dialogs d where d.channel_id in (select channel_id from events)
          and exists (select from messages m where m.dialog_id = d.id) and similarity(d.name, 'x') > 0`,
      params: { now: 'timestamptz' },
      row: { takeMessage: 'text' },
    });
    const canary = listStatements().at(-1);
    const touched = canary && (await findTouchedObjects(client, canary));
    expect(touched).toEqual(['channels', 'dialogs', 'inbound_events', 'messages', 'take_message()']);
  });
});
