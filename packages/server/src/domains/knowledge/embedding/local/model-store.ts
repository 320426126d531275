import { modelFaultReasons } from '@otvet/contract';
import { json, nullable, oneOf, statement } from '../../../../platform/database/statement.ts';
import type { KeptFile } from './model-folder.ts';

// One row for all accounts: a model is of the installation. `now` and `until` are of the time that nodes share.
const states = ['absent', 'wanted', 'checking', 'failed', 'ready'] as const;
const HELD = { name: 'text', node: 'uuid', now: 'timestamptz' } as const;

export const readModel = statement({
  sql: 'select state, done, total, reason, files from knowledge_models where name = :name',
  params: { name: 'text' },
  row: {
    state: oneOf(states),
    done: 'int8',
    total: nullable('int8'),
    reason: nullable(oneOf(modelFaultReasons)),
    files: json<KeptFile[]>(),
  },
});

/** Nothing changes for a model that is being had or is there: two clicks are one. */
export const wantModel = statement({
  sql: `insert into knowledge_models as m (name, state, changed_at) values (:name, 'wanted', :now)
    on conflict (name) do update set state = 'wanted', done = 0, reason = null, changed_at = :now
    where m.state in ('absent', 'failed')`,
  params: { name: 'text', now: 'timestamptz' },
});

/** Unless somebody chose it meanwhile. Whoever fetches it finds out by its next word, and ends nothing that is wanted after this. */
export const unwantModel = statement({
  sql: `update knowledge_models set state = 'absent', done = 0, total = null, holder = null, held_until = '-infinity', changed_at = :now
    where name = :name and state in ('wanted', 'checking')
      and not exists (select from knowledge_embedding_choices where choice = 'local')`,
  params: { name: 'text', now: 'timestamptz' },
});

/** One node at a time, also where several share a folder; a node that was restarted takes up its own. */
export const holdModel = statement({
  sql: `update knowledge_models set holder = :node, held_until = :until
    where name = :name and state in ('wanted', 'checking', 'ready') and (held_until < :now or holder = :node)
    returning state, files`,
  params: { ...HELD, until: 'timestamptz' },
  row: { state: oneOf(states), files: json<KeptFile[]>() },
});

/** How far it is. 0 rows: it is wanted no more, or another node has it. */
export const noteModel = statement({
  sql: `update knowledge_models set done = :done, total = :total, held_until = :until, changed_at = :now,
      state = case when state = 'ready' then state else :state end
    where name = :name and holder = :node and held_until >= :now and state in ('wanted', 'checking', 'ready')`,
  params: { ...HELD, done: 'int8', total: nullable('int8'), until: 'timestamptz', state: oneOf(states) },
});

/** The end of a try, and how much it leaves for the next one where it failed. A model that serves on other nodes stays ready when one node cannot have it. */
export const endModel = statement({
  sql: `update knowledge_models set held_until = '-infinity', changed_at = :now,
      state = case when :reason::text is null or state = 'ready' then 'ready' else 'failed' end,
      reason = case when state = 'ready' then null else :reason end,
      done = case when :reason::text is null or state = 'ready' then done else :kept end,
      files = case when :reason::text is null then :files else files end
    where name = :name and holder = :node and state in ('wanted', 'checking', 'ready')`,
  params: { ...HELD, reason: nullable('text'), kept: 'int8', files: json<KeptFile[]>() },
});
