import { IconFiles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan, useFileUsage } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './banner.module.css';

const WARNED_FROM = 0.8;
/** What is left is kept for the people of the account. */
const CLOSED_TO_CUSTOMERS = 0.9;

/** Says before the room for files is taken that it will be, to those who can do something about it. */
export function FilesBanner() {
  const { t } = useTexts();
  const usage = useFileUsage();
  const isShown = useCan('manage_channels');
  if (!isShown || usage === undefined || usage.share < WARNED_FROM) return null;
  return (
    <div className={classes.banner} data-kind={usage.share < CLOSED_TO_CUSTOMERS ? 'warning' : 'alert'} role="status">
      <IconFiles size={16} stroke={1.8} aria-hidden />
      <span>
        {t(wordsFor(usage.share), { percent: Math.min(100, Math.floor(usage.share * 100)) })}{' '}
        <Link to="/app/settings/" className={classes.link}>
          {t('shell.files.show')}
        </Link>
      </span>
    </div>
  );
}

function wordsFor(share: number): 'shell.files.nearly' | 'shell.files.customers' | 'shell.files.full' {
  if (share >= 1) return 'shell.files.full';
  return share < CLOSED_TO_CUSTOMERS ? 'shell.files.nearly' : 'shell.files.customers';
}
