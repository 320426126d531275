import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { dialogsQuery } from '../../../features/inbox/api/dialogs-query.ts';
import { useWantsFirstSteps } from '../../../platform/session/user-data.ts';
import { withTexts } from '../../../platform/texts/texts.ts';

const FirstSteps = onDemand({
  load: async () => (await withTexts(['steps', 'channels'], () => import('./first-steps.tsx'))).FirstSteps,
});

/** Who sets the account up sees its first steps until they are over; others load nothing of them. */
export function FirstStepsSlot() {
  return useWantsFirstSteps() ? <WantedSteps /> : null;
}

function WantedSteps() {
  const isAtHome = useLocation({ select: ({ pathname }) => pathname.startsWith('/app/inbox') });
  const dialogs = useInfiniteQuery(dialogsQuery({ waiting: false })).data;
  return <FirstSteps hasDialogs={dialogs?.pages.some(({ chats }) => chats.length > 0)} isShort={!isAtHome} />;
}
