import type { TriedAnswer } from '@otvet/contract';
import { formatShare } from '../../platform/format/format-share.ts';
import type { TextKey } from '../../platform/texts/text-key.ts';
import { translateOr, useTexts } from '../../platform/texts/texts.ts';
import classes from './tried-result.module.css';

/** What the assistant would answer now, with its confidence; `callsPerson` says it where it would call a person. */
export function TriedResult({ tried, callsPerson }: { tried: TriedAnswer; callsPerson: TextKey }) {
  const { t, locale } = useTexts();
  const { decision, text, reason, confidence, sources } = tried;
  if (decision === 'hand-over') {
    const why = translateOr(`dialogs.handover.${reason}`, 'dialogs.handover.other');
    return (
      <p className={classes.note}>
        {t(callsPerson, { reason: why })} {reason === 'not_known' && t('knowledge.teach.hint')}
      </p>
    );
  }
  if (decision === 'silent') return <p className={classes.note}>{t('knowledge.teach.silent')}</p>;
  return (
    <div className={classes.answer} data-testid="tried-answer">
      <p>{text}</p>
      {confidence !== null && (
        <span className={classes.confidence}>
          {t('knowledge.teach.confidence', { value: formatShare(confidence, locale) })}
        </span>
      )}
      {sources.length > 0 && (
        <span className={classes.confidence}>
          {t('knowledge.try.sources', { titles: sources.map(({ title }) => `«${title}»`).join(', ') })}
        </span>
      )}
    </div>
  );
}
