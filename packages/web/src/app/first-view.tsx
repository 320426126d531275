import { createAtom, useSelector } from '@tanstack/react-store';
import { type ComponentType, useEffect } from 'react';
import { isInbox, pickFirstScreen } from '../early/pick-first-screen.ts';
import { leadBy } from '../features/auth/lead-on.ts';
import { readStored } from '../platform/session/local-data.ts';
import { startTexts, withTexts } from '../platform/texts/texts.ts';

const view = createAtom<{ Shown: ComponentType | undefined }>({ Shown: undefined });

const loadScreens = () => import('./screens.tsx');

/**
 * Loads what the visit begins with. Somebody who has to sign in first gets that form alone; the router and its screens come
 * while he types.
 */
export async function openFirstView(): Promise<void> {
  const { pathname, search } = window.location;
  const first = pickFirstScreen({ path: pathname, isSignedIn: readStored('sessionToken') !== null });
  if (first !== 'sign-in') return openScreens();
  const target = isInbox(pathname) ? `?${new URLSearchParams({ backto: toBackto(pathname, search) })}` : search;
  window.history.replaceState(window.history.state, '', `/signin/${target}${window.location.hash}`);
  return openSignIn();
}

/** The start page is a door to the inbox. */
function toBackto(path: string, search: string): string {
  return path === '/' ? '/app/dashboard/' : path + search;
}

async function openSignIn(): Promise<void> {
  const part = import('../features/auth/sign-in-part.tsx');
  await startTexts();
  const { FirstSignIn } = await withTexts(['auth'], () => part);
  leadBy(async (step) => {
    const { Screens, goTo } = await withTexts([], loadScreens);
    leadBy(goTo);
    await goTo(step);
    view.set({ Shown: Screens });
  });
  view.set({ Shown: FirstSignIn });
}

async function openScreens(): Promise<void> {
  const [{ Screens, goTo }] = await Promise.all([loadScreens(), startTexts()]);
  leadBy(goTo);
  view.set({ Shown: Screens });
}

/** What `openFirstView` loaded, and from the first step on all screens. */
export function FirstView() {
  const { Shown } = useSelector(view);
  useEffect(() => {
    // Whoever needs them hears that they did not come.
    loadScreens().catch(() => undefined);
  }, []);
  return Shown === undefined ? null : <Shown />;
}
