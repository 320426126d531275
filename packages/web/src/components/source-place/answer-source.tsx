import type { Source } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isGone } from '../../platform/api/is-gone.ts';
import { passageQuery } from '../../platform/queries/passage-query.ts';
import { useCan } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './answer-source.module.css';
import { describePlace } from './describe-place.ts';
import { findSaid, placeOfSaid } from './find-said.ts';

/** `said`: the answer, whose words are shown of the passage where it repeats them. */
type AnswerSourceProps = { source: Source; said: string };

/** The passage of a file or page that an answer stands on, with the way to its place. Speaks the texts of `knowledge`. */
export function AnswerSource({ source, said }: AnswerSourceProps) {
  const { passageId, knowledgeBaseId, title } = source;
  const { t } = useTexts();
  const canOpen = useCan('view_kb');
  const { data, error } = useQuery({ ...passageQuery(passageId), enabled: canOpen });
  if (data === undefined) {
    return (
      <div className={classes.source}>
        <span className={classes.name}>{t('knowledge.from_source', { name: title })}</span>
        {isGone(error) && <span className={classes.gone}>{t('knowledge.source_gone')}</span>}
      </div>
    );
  }
  const shown = findSaid(data.passage.text, said);
  const place = describePlace(placeOfSaid(data.passage, shown), t);
  const name = place === '' ? data.source.name : `${data.source.name}, ${place}`;
  return (
    <div className={classes.source} data-testid="answer-source">
      <span className={classes.name}>{t('knowledge.from_source', { name })}</span>
      <blockquote className={classes.quote}>
        {data.passage.trail.length > 0 && <b>{data.passage.trail.join(' › ')}</b>}
        {shown}
      </blockquote>
      <Link
        to="/app/knowledge-bases/$id/"
        params={{ id: knowledgeBaseId }}
        search={{ tab: 'sources', source: data.source.id, passage: passageId }}
        state={{ said }}
        className={classes.open}
      >
        {t('shell.show_in_source')}
      </Link>
    </div>
  );
}
