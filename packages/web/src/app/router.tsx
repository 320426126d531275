import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ScreenSkeleton } from '../components/ui/screen-skeleton.tsx';
import { readBaseSearch } from '../features/knowledge-bases/model/base-search.ts';
import { appEvents } from '../platform/events/app-events.ts';
import { withTexts } from '../platform/texts/texts.ts';
import { blockLeaving } from './block-leaving.ts';
import { hasPermission, requirePermission, requireSession } from './guard.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RouteError } from './route-error.tsx';

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The window that stands open over the channels: a reload keeps it, and the button Back closes it. */
function readOpenWindow(search: Record<string, unknown>): { connecting?: string; choosing?: string; needing?: string } {
  const [connecting, choosing, needing] = [search.connecting, search.choosing, search.needing].map(readText);
  return { connecting, choosing, needing };
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/dashboard/' });
  },
});

const sign = createRoute({
  getParentRoute: () => root,
  id: 'sign',
  validateSearch: (search): { backto?: string } => ({ backto: readText(search.backto) }),
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/sign-part.ts')),
    'RoutedSignFrame',
  ),
});
const signIn = createRoute({
  getParentRoute: () => sign,
  path: '/signin',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/sign-part.ts')),
    'SignInScreen',
  ),
});
const signUp = createRoute({
  getParentRoute: () => sign,
  path: '/signup',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/sign-part.ts')),
    'SignUpScreen',
  ),
});
const forgotPassword = createRoute({
  getParentRoute: () => sign,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/sign-part.ts')),
    'ForgotPasswordScreen',
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => sign,
  path: '/reset-password/{-$token}',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/sign-part.ts')),
    'ForgotPasswordScreen',
  ),
});
const confirmEmail = createRoute({
  getParentRoute: () => sign,
  path: '/confirm-email/{-$token}',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/confirm-email-screen.tsx')),
    'ConfirmEmailScreen',
  ),
});
const confirmNotices = createRoute({
  getParentRoute: () => sign,
  path: '/confirm-notices/{-$token}',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/confirm-notices-screen.tsx')),
    'ConfirmNoticesScreen',
  ),
});
const privacy = createRoute({
  getParentRoute: () => sign,
  path: '/privacy',
  component: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/privacy-screen.tsx')),
    'PrivacyScreen',
  ),
});
const signInAs = createRoute({
  getParentRoute: () => sign,
  path: '/signinas/{-$token}',
  // The token is good once: it is exchanged by the navigation itself, and the address is replaced.
  loader: async ({ params, location }) => {
    const { signInAs } = await import('../features/auth/api/sign-in-as.ts');
    await signInAs(params.token ?? location.hash.replace('token=', ''));
    throw redirect({ to: '/', replace: true });
  },
  pendingMs: 0,
  errorComponent: lazyRouteComponent(
    () => withTexts(['auth'], () => import('../features/auth/sign-in-as-failed.tsx')),
    'SignInAsFailed',
  ),
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('../features/inbox/inbox-part.ts'), 'AppShell'),
});
const appHome = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/dashboard/' });
  },
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  beforeLoad: () => {
    throw redirect({ to: '/app/inbox/' });
  },
});
const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: (search): { dialog?: string } => ({ dialog: readText(search.dialog) }),
  component: lazyRouteComponent(
    () => withTexts(['dialogs'], () => import('../features/inbox/inbox-part.ts')),
    'InboxScreen',
  ),
});
const channels = createRoute({
  getParentRoute: () => app,
  path: '/channels',
  validateSearch: readOpenWindow,
  beforeLoad: () => requirePermission('manage_channels'),
  component: lazyRouteComponent(
    () => withTexts(['channels', 'dialogs'], () => import('../features/channels/channels-screen.tsx')),
    'ChannelsScreen',
  ),
});
const channel = createRoute({
  getParentRoute: () => app,
  path: '/channels/$type/$id',
  validateSearch: (search): { tab?: 'connection' } => (search.tab === 'connection' ? { tab: 'connection' } : {}),
  beforeLoad: async ({ params }) => {
    await requirePermission('manage_channels');
    const { isOfferedName } = await import('@otvet/contract/values');
    if (!isOfferedName(params.type)) throw notFound();
  },
  component: lazyRouteComponent(
    () => withTexts(['channels', 'dialogs', 'assistant'], () => import('../features/channels/channel-screen.tsx')),
    'ChannelScreen',
  ),
});
/** `/connect-return/`, or an address of its own where the rules of a platform ask for one. */
const connectReturn = createRoute({
  getParentRoute: () => root,
  path: '/connect-{$platform}',
  // Who may not manage channels hears so from the call: in words, and the connection of others stays as it is.
  beforeLoad: ({ location }) => requireSession(location.href),
  // What the platform sends is good once: the navigation itself hands it over, and the address is replaced.
  loader: async ({ location }) => {
    const { finishRedirect } = await import('../connect-forms/finish-redirect.ts');
    throw redirect({ ...(await finishRedirect(location.searchStr)), replace: true });
  },
  pendingMs: 0,
  errorComponent: lazyRouteComponent(
    () => withTexts(['channels'], () => import('../connect-forms/connect-return-failed.tsx')),
    'ConnectReturnFailed',
  ),
});
const knowledgeBases = createRoute({
  getParentRoute: () => app,
  path: '/knowledge-bases',
  beforeLoad: () => requirePermission('view_kb'),
  component: lazyRouteComponent(
    () => withTexts(['knowledge'], () => import('../features/knowledge-bases/knowledge-bases-screen.tsx')),
    'KnowledgeBasesScreen',
  ),
});
const knowledgeBase = createRoute({
  getParentRoute: () => app,
  path: '/knowledge-bases/$id',
  validateSearch: (search) => readBaseSearch(search),
  beforeLoad: () => requirePermission('view_kb'),
  component: lazyRouteComponent(
    () => withTexts(['knowledge', 'dialogs'], () => import('../features/knowledge-bases/knowledge-base-screen.tsx')),
    'KnowledgeBaseScreen',
  ),
});
const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: () => requirePermission('manage_plan'),
  component: lazyRouteComponent(
    () => withTexts(['settings', 'auth'], () => import('../features/settings/settings-screen.tsx')),
    'SettingsScreen',
  ),
});

const ownSettings = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  beforeLoad: async () => {
    if (await hasPermission('manage_plan')) throw redirect({ to: '/app/settings/' });
  },
  component: lazyRouteComponent(
    () => withTexts(['settings', 'auth'], () => import('../features/settings/own-settings-screen.tsx')),
    'OwnSettingsScreen',
  ),
});

const wizard = createRoute({
  getParentRoute: () => root,
  path: '/wizard',
  beforeLoad: async ({ location }) => {
    requireSession(location.href);
    await requirePermission('manage_channels');
  },
  component: lazyRouteComponent(() => import('./shell/wizard-frame.tsx'), 'WizardFrame'),
});
const wizardScreens = () =>
  withTexts(
    ['channels', 'dialogs', 'knowledge', 'assistant', 'wizard'],
    () => import('../features/channels/wizard/wizard-screens.ts'),
  );
const wizardHome = createRoute({
  getParentRoute: () => wizard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/wizard/intro/', replace: true });
  },
});
const wizardIntro = createRoute({
  getParentRoute: () => wizard,
  path: '/intro',
  component: lazyRouteComponent(wizardScreens, 'WizardIntroScreen'),
});
const wizardChannels = createRoute({
  getParentRoute: () => wizard,
  path: '/channels',
  validateSearch: readOpenWindow,
  component: lazyRouteComponent(wizardScreens, 'WizardChannelsScreen'),
});
const wizardRole = createRoute({
  getParentRoute: () => wizard,
  path: '/role/$type/$id',
  validateSearch: (search): { step?: 'try' } => (search.step === 'try' ? { step: 'try' } : {}),
  component: lazyRouteComponent(wizardScreens, 'WizardRoleScreen'),
});
const help = createRoute({
  getParentRoute: () => root,
  path: '/docs/$',
  loader: async ({ params }) => {
    const { hasHelpPage } = await import('../features/help/help-pages.ts');
    if (!hasHelpPage(params._splat ?? '')) throw notFound();
  },
  component: lazyRouteComponent(() => import('../features/help/help-screen.tsx'), 'HelpScreen'),
});

const routeTree = root.addChildren([
  home,
  sign.addChildren([signIn, signUp, forgotPassword, resetPassword, confirmEmail, confirmNotices, privacy, signInAs]),
  connectReturn,
  help,
  wizard.addChildren([wizardHome, wizardIntro, wizardChannels, wizardRole]),
  app.addChildren([appHome, dashboard, inbox, channels, channel, knowledgeBases, knowledgeBase, settings, ownSettings]),
]);

export const router = createRouter({
  routeTree,
  trailingSlash: 'always',
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundScreen,
  defaultPendingComponent: ScreenSkeleton,
  defaultPreload: 'intent',
  scrollRestoration: false,
});

blockLeaving(router.history);

appEvents.on('signed-out', ({ backto }) => {
  // Nothing can be saved any more: drafts are kept, and nobody is asked.
  void router.navigate({ to: '/signin/', search: backto === undefined ? {} : { backto }, ignoreBlocker: true });
});

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface of a library is extended
  interface HistoryState {
    /** Whether a place of a source is opened because something is wrong there. */
    isToCorrect?: boolean;
    /** Of a source that opens at the place of an answer: the answer. Kept by the tab alone, in no address and no log. */
    said?: string;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface of a library is extended
  interface Register {
    router: typeof router;
  }
}
