import { IconFiles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './banner.module.css';

/** What is left is kept for the people of the account. */
const CLOSED_TO_CUSTOMERS = 0.9;

/** How much room for files is taken, and what that means. */
export function FilesWarning({ share }: { share: number }) {
  const { t } = useTexts();
  return (
    <div className={classes.banner} data-kind={share < CLOSED_TO_CUSTOMERS ? 'warning' : 'alert'} role="status">
      <IconFiles size={16} stroke={1.8} aria-hidden />
      <span>
        {t(wordsFor(share), { percent: Math.min(100, Math.floor(share * 100)) })}{' '}
        <Link to="/app/settings/" className={classes.link}>
          {t('settings.files.banner.show')}
        </Link>
      </span>
    </div>
  );
}

function wordsFor(
  share: number,
): 'settings.files.banner.nearly' | 'settings.files.banner.customers' | 'settings.files.banner.full' {
  if (share >= 1) return 'settings.files.banner.full';
  return share < CLOSED_TO_CUSTOMERS ? 'settings.files.banner.nearly' : 'settings.files.banner.customers';
}
