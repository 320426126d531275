import { IconFiles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './banner.module.css';
import type { FilesRoom } from './read-files-room.ts';

type Props = { room: Exclude<FilesRoom, 'enough'>; share: number };

/** How much room for files is taken, and what that means. */
export function FilesWarning({ room, share }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes.banner} data-kind={room === 'nearly' ? 'warning' : 'alert'} role="status">
      <IconFiles size={16} stroke={1.8} aria-hidden />
      <span>
        {t(`settings.files.banner.${room}`, { percent: Math.min(100, Math.floor(share * 100)) })}{' '}
        <Link to="/app/settings/" className={classes.link}>
          {t('settings.files.banner.show')}
        </Link>
      </span>
    </div>
  );
}
