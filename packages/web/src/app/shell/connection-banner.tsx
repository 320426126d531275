import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../platform/realtime/realtime.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './banner.module.css';

/** A short hiccup needs no banner. */
const GRACE_MS = 1500;

/** Says that the connection is lost; what was missed is fetched by itself when it is back. */
export function ConnectionBanner() {
  const { t } = useTexts();
  const isLost = useConnection() === 'lost';
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsShown(isLost), isLost ? GRACE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <div className={classes.banner} data-kind="warning">
          <IconWifiOff size={16} stroke={1.8} aria-hidden />
          {t('shell.connection_lost')}
        </div>
      )}
    </div>
  );
}
