import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatClock } from '../../platform/format/format-time.ts';
import { useConnection, usePause } from '../../platform/realtime/realtime.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './banner.module.css';

/** A short hiccup needs no banner. */
const GRACE_MS = 1500;

/** Says that there is no connection, and why where the server told; what was missed is fetched by itself when it is back. */
export function ConnectionBanner() {
  const { t, locale } = useTexts();
  const pause = usePause();
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
          {pause === undefined
            ? t('shell.connection_lost')
            : t(`shell.connection_crowded.${pause.crowd}`, { time: formatClock(pause.until, locale) })}
        </div>
      )}
    </div>
  );
}
