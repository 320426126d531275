import './component-styles.css';
import { Outlet, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useTitleCount } from '../../components/ui/page-title.ts';
import { ScreenSkeleton } from '../../components/ui/screen-skeleton.tsx';
import { useSendWaiting } from '../../features/inbox/api/send-message.ts';
import { useUnread } from '../../features/inbox/api/unread-query.ts';
import { prepareToasts } from '../../platform/toast/show-toast.ts';
import { AppCommands } from '../commands/app-commands.tsx';
import { handleEvents } from '../event-table.ts';
import classes from './app-shell.module.css';
import { BottomTabs } from './bottom-tabs.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FilesBanner } from './files-banner.tsx';
import { FirstStepsSlot } from './first-steps/first-steps-slot.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { NavigationRail } from './navigation-rail.tsx';
import { TrialBanner } from './trial-banner.tsx';

const AFTER_FIRST_SCREEN_MS = 1500;

/** The frame of every signed-in screen. On a phone an open dialog takes the whole screen. */
export function AppShell() {
  const navigate = useNavigate();
  const screen = useRef<HTMLDivElement>(null);
  const router = useRouter();
  useSendWaiting();
  // With the shell, which the socket waits for: who signs in loads none of it.
  useEffect(() => handleEvents((dialog) => void navigate({ to: '/app/inbox/', search: { dialog } })), [navigate]);
  useTitleCount(useUnread()?.waiting ?? 0);
  const hasDialog = useSearch({ strict: false, select: (search) => search.dialog !== undefined });
  useEffect(() => {
    const timer = setTimeout(prepareToasts, AFTER_FIRST_SCREEN_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const keeping = import('./keep-places.ts')
      .then(({ keepPlaces }) => screen.current && keepPlaces(router, screen.current))
      // Without it screens open where the last one stood: nothing to speak of.
      .catch(() => undefined);
    return () => void keeping.then((stop) => stop?.());
  }, [router]);
  return (
    <div className={classes.frame}>
      <ImpersonationBanner />
      <ConnectionBanner />
      <FilesBanner />
      {!hasDialog && <TrialBanner />}
      <div className={classes.body}>
        <NavigationRail />
        <main className={classes.main} id="main">
          {!hasDialog && <FirstStepsSlot />}
          <div ref={screen} className={classes.screen}>
            <Suspense fallback={<ScreenSkeleton />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
      {!hasDialog && <BottomTabs />}
      <AppCommands />
    </div>
  );
}
