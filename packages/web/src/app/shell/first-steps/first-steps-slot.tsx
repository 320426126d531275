import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { dialogsQuery } from '../../../features/inbox/api/dialogs-query.ts';
import { readStored, writeStored } from '../../../platform/session/local-data.ts';
import { useWantsFirstSteps } from '../../../platform/session/user-data.ts';
import { withTexts } from '../../../platform/texts/texts.ts';
import classes from './first-steps-slot.module.css';

const FirstSteps = onDemand({
  load: async () => (await withTexts(['steps', 'channels'], () => import('./first-steps.tsx'))).FirstSteps,
});

const keepLook = (look: 'whole' | 'line') => writeStored('stepsLook', look);

const AFTER_DIALOGS_MS = 1500;

/** Who sets the account up sees its first steps until they are over; others load nothing of them. */
export function FirstStepsSlot() {
  return useWantsFirstSteps() ? <WantedSteps /> : null;
}

function WantedSteps() {
  const isAtHome = useLocation({ select: ({ pathname }) => pathname.startsWith('/app/inbox') });
  const dialogs = useInfiniteQuery(dialogsQuery({ waiting: false })).data;
  const hasDialogs = dialogs?.pages.some(({ chats }) => chats.length > 0);
  const hadDialogs = useFirst(hasDialogs);
  const areDialogsRead = useAfter(AFTER_DIALOGS_MS, hadDialogs === true);
  // Dialogs that are there already are read first: on a slow network the steps would load in their way.
  const isTime = hadDialogs === false || areDialogsRead;
  const [seen] = useState(() => readStored('stepsLook'));
  const isLine = hadDialogs === true ? seen !== 'whole' : hadDialogs === undefined && seen === 'line';
  // Its place is kept from the first moment, as high as it was seen last: what stands below never moves under the pointer.
  return (
    <div className={classes.slot} data-short={!isAtHome || undefined} data-kept={isLine ? 'line' : undefined}>
      {isTime && <FirstSteps hasDialogs={hasDialogs} isShort={!isAtHome} onSeen={keepLook} />}
    </div>
  );
}

/** The first value that was known. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first;
}

/** Whether so much time went by since it began. */
function useAfter(ms: number, hasBegun: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!hasBegun) return;
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms, hasBegun]);
  return isOver;
}
