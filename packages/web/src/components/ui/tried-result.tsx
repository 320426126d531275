import type { TriedAnswer } from '@otvet/contract';
import { formatShare } from '../../platform/format/format-share.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { AnswerSource } from '../source-place/answer-source.tsx';
import { sayReason } from './say-reason.ts';
import classes from './tried-result.module.css';

/** `isTaught`: an answer was just added for this question; `isOfBase`: a base was asked, and no channel. */
type TriedResultProps = { tried: TriedAnswer; isTaught: boolean; isOfBase?: boolean };

/** What the assistant would answer now, and how sure it is where it answers. */
export function TriedResult({ tried, isTaught, isOfBase = false }: TriedResultProps) {
  const texts = useTexts();
  const { t } = texts;
  const { decision, reason, sources, openQuestions } = tried;
  if (decision === 'silent') return <p className={classes.note}>{t('knowledge.teach.silent')}</p>;
  if (decision !== 'hand-over') return <SaidAnswer tried={tried} />;
  const isEmptyBase = isOfBase && reason === 'no_knowledge';
  const why = isEmptyBase ? t('knowledge.try.empty') : sayReason(reason, openQuestions, texts);
  return (
    <>
      {/* Of several questions those that the base knows are answered before a person is called for the rest. */}
      {sources.length > 0 && <SaidAnswer tried={tried} />}
      <p className={classes.note}>
        {t(isTaught ? 'knowledge.teach.calls_person' : 'knowledge.try.calls_person', { reason: why })}{' '}
        {isTaught && reason === 'not_known' && t('knowledge.teach.hint')}
      </p>
    </>
  );
}

function SaidAnswer({ tried }: { tried: TriedAnswer }) {
  const { t, locale } = useTexts();
  const { decision, text, confidence, sources, photos, openQuestions } = tried;
  // Of two questions one may be answered, and only the other asked back.
  const showsSources = decision !== 'clarify' || openQuestions.length > 0;
  const pairs = sources.filter(({ kind }) => kind === 'qa');
  return (
    <div className={classes.answer} data-testid="tried-answer">
      <p>{text}</p>
      {photos.length > 0 && (
        <div className={classes.photos} data-testid="tried-photos">
          {photos.map(({ id, url, name }) => (
            <img key={id} src={url} alt={name} loading="lazy" />
          ))}
        </div>
      )}
      {decision === 'answer' && confidence !== null && (
        <span className={classes.confidence}>
          {t('knowledge.teach.confidence', { value: formatShare(confidence, locale) })}
        </span>
      )}
      {showsSources && pairs.length > 0 && (
        <span className={classes.confidence}>
          {t('knowledge.try.sources', { titles: pairs.map(({ title }) => `«${title}»`).join(', ') })}
        </span>
      )}
      {showsSources &&
        sources
          .filter(({ kind }) => kind !== 'qa')
          .map((source) => <AnswerSource key={source.passageId} source={source} said={text} />)}
    </div>
  );
}
