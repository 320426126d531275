import { useTexts } from '../../platform/texts/texts.ts';
import classes from './before-after.module.css';

/** An answer as it is, beside what it is to become. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  const { t } = useTexts();
  return (
    <div className={classes.change}>
      <div>
        <span>{t('knowledge.import.before')}</span>
        <p>{before}</p>
      </div>
      <div>
        <span>{t('knowledge.import.after')}</span>
        <p>{after}</p>
      </div>
    </div>
  );
}
