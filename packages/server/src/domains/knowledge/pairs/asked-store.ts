import { statement } from '../../../platform/database/statement.ts';
import { PAIR, PAIR_COLUMNS } from '../store.ts';

/** What is asked in the questions given, whatever their capitals, signs and spaces; one of signs alone asks nothing. */
const GIVEN = `given as materialized (
    select asked, place from unnest(:questions) with ordinality as one (question, place)
      cross join question_asked(one.question) as asked where asked <> question_asked(''))`;

/** As the index `passages_asked` has it. */
const IS_ASKED = `p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.kind = 'qa'
      and questions_asked(p.question, p.phrasings) && (select array_agg(asked) from given)`;

/** Pairs of a base that are asked one of these questions, the oldest first. */
export const findPairsAsked = statement({
  sql: `with ${GIVEN} select ${PAIR_COLUMNS} from passages p where ${IS_ASKED}
    order by p.created_at, p.id limit :limit`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid', questions: 'text[]', limit: 'int8' },
  row: PAIR,
});

/** The places, from 1, of those of these questions that a pair of the base is asked. */
export const listQuestionsAsked = statement({
  sql: `with ${GIVEN}, known as materialized (
      select distinct unnest(questions_asked(p.question, p.phrasings)) as asked from passages p where ${IS_ASKED})
    select given.place from given where given.asked in (select asked from known)`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid', questions: 'text[]' },
  row: { place: 'int8' },
});
