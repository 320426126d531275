import './component-styles.css';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ScreenSkeleton } from '../../components/ui/screen-skeleton.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';

/** The frame of the wizard: no navigation, no offer of a plan; support in somebody's account is still told. */
export function WizardFrame() {
  return (
    <>
      <ImpersonationBanner />
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </>
  );
}
