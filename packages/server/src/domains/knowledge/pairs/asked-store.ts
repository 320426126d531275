import { statement } from '../../../platform/database/statement.ts';
import { PAIR, PAIR_COLUMNS } from '../store.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid', questions: 'text[]' } as const;

/** What is asked in the questions given, as `foldQuestion` folds them, and their places, from 1; a blank one asks nothing. */
const GIVEN = `given as materialized (
    select question_asked(question) as asked, place from unnest(:questions) with ordinality as one (question, place)
    where btrim(question) <> '')`;

/** As the index `passages_asked` has it. */
const IS_ASKED = `p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.kind = 'qa'
      and questions_asked(p.question, p.phrasings) && (select array_agg(asked) from given)`;

/** Pairs of a base that are asked one of these questions, the oldest first. */
export const findPairsAsked = statement({
  sql: `with ${GIVEN} select ${PAIR_COLUMNS} from passages p where ${IS_ASKED}
    order by p.created_at, p.id limit :limit`,
  params: { ...IN_BASE, limit: 'int8' },
  row: PAIR,
});

/** The places, from 1, of those of these questions that a pair of the base is asked. */
export const listQuestionsAsked = statement({
  sql: `with ${GIVEN}, known as materialized (
      select distinct unnest(questions_asked(p.question, p.phrasings)) as asked from passages p where ${IS_ASKED})
    select given.place from given where given.asked in (select asked from known)`,
  params: IN_BASE,
  // A plan for any number of questions compares each way to ask with all of them.
  isPlannedPerCall: true,
  row: { place: 'int8' },
});

/** Pairs of a base that are asked these questions, once for each, with its place, from 1; the oldest first. */
export const findPairsOf = statement({
  sql: `with ${GIVEN} select given.place, p.id, p.question, p.body as answer, p.phrasings, p.memory
    from passages p cross join lateral unnest(questions_asked(p.question, p.phrasings)) as way join given on given.asked = way
    where ${IS_ASKED} order by p.created_at, p.id`,
  params: IN_BASE,
  // As above.
  isPlannedPerCall: true,
  row: { place: 'int8', id: 'uuid', question: 'text', answer: 'text', phrasings: 'text', memory: 'int4' },
});
