import type { SpreadsheetHeader } from '@otvet/contract';
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import classes from './import-dialog.module.css';

const columns = ['question', 'answer', 'phrasings'] as const;

/** Which columns the sheet has, by their names there, and which are missing. */
export function HeaderReport({ header }: { header: SpreadsheetHeader }) {
  const { t } = useTexts();
  const report = useStepFocus<HTMLElement>();
  const { found, sheet, row, rows, missing } = header;
  const namesOf = (column: (typeof columns)[number]) => [found[column] ?? []].flat().join(', ');
  const others = header.sheets.filter((name) => name !== sheet);
  const [only, ...further] = missing;
  return (
    <section ref={report} tabIndex={-1} className={classes.header} aria-label={t('knowledge.import.columns')}>
      <p>
        {sheet === null ? t('knowledge.import.place', { row }) : t('knowledge.import.place_sheet', { sheet, row })}{' '}
        {t('knowledge.import.rows', { count: rows })}
      </p>
      {sheet !== null && others.length > 0 && <p>{t('knowledge.import.not_read', { names: others.join(', ') })}</p>}
      <ul>
        {columns.map((column) => {
          const names = namesOf(column);
          const isMissing = column !== 'phrasings' && missing.includes(column);
          return (
            <li key={column} data-missing={isMissing || undefined}>
              <ColumnSign isMissing={isMissing} isFound={names !== ''} />
              <b className={classes.column}>{t(`knowledge.import.column.${column}`)}</b>
              <span>
                {names === '' ? t(isMissing ? 'knowledge.import.missing' : 'knowledge.import.optional') : names}
              </span>
            </li>
          );
        })}
      </ul>
      {only !== undefined && (
        <>
          <p className={classes.missing}>
            {t('knowledge.import.seen', { names: header.header.filter((name) => name !== '').join(', ') || '—' })}
          </p>
          <p>{t(`knowledge.import.rename.${further.length > 0 ? 'both' : only}`)}</p>
        </>
      )}
    </section>
  );
}

function ColumnSign({ isMissing, isFound }: { isMissing: boolean; isFound: boolean }) {
  if (isMissing) return <IconAlertTriangle size={16} aria-hidden />;
  return isFound ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />;
}
