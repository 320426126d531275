import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './paste-dialog.module.css';
import type { PastedRow } from './use-pasted.ts';

/** Enough to see whether it was understood; rows with a fault are all named first, up to this number. */
const SHOWN = 100;

/** What was understood: first the rows that are not taken, with their number and the reason, then the others. */
export function PastedList({ rows }: { rows: readonly PastedRow[] }) {
  const { t } = useTexts();
  const faulty = rows.filter(({ fault }) => fault !== null);
  const others = rows.filter(({ fault }) => fault === null);
  const shown = [...faulty.slice(0, SHOWN), ...others.slice(0, SHOWN)];
  return (
    <section aria-label={t('knowledge.many.understood', { count: rows.length })}>
      <p className={classes.count} aria-live="polite">
        {t('knowledge.many.understood', { count: rows.length })}
        {faulty.length > 0 && <b> {t('knowledge.many.faulty', { count: faulty.length })}</b>}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul className={classes.rows} tabIndex={0}>
        {shown.map(({ row, line, question, answer, phrasings = [], fault, isSaved }) => (
          <li key={row} className={classes.row} data-fault={fault ?? undefined} data-testid="pasted-row">
            <span className={classes.number}>{row}</span>
            <div className={classes.words}>
              <b>{question || '—'}</b>
              {phrasings.length > 0 && <p>{phrasings.join(' · ')}</p>}
              <p>{answer || '—'}</p>
              {fault !== null && (
                <em>{t('knowledge.many.row', { row: line, fault: t(`knowledge.many.fault.${fault}`) })}</em>
              )}
              {isSaved && <span className={classes.saved}>{t('knowledge.many.is_saved')}</span>}
            </div>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <p className={classes.count}>{t('knowledge.many.more', { count: rows.length - shown.length })}</p>
      )}
    </section>
  );
}
