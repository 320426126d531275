import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { dialogsQuery } from '../../../features/inbox/api/dialogs-query.ts';
import { readOwn, writeOwn } from '../../../platform/session/own-data.ts';
import { useWantsFirstSteps } from '../../../platform/session/user-data.ts';
import { withTexts } from '../../../platform/texts/texts.ts';
import classes from './first-steps-slot.module.css';
import type { StepsLook } from './read-first-steps.ts';

const FirstSteps = onDemand({
  load: async () => (await withTexts(['steps', 'channels'], () => import('./first-steps.tsx'))).FirstSteps,
});

const AFTER_DIALOGS_MS = 1500;

/** Who sets the account up sees its first steps until they are over; others load nothing of them. */
export function FirstStepsSlot() {
  return useWantsFirstSteps() ? <WantedSteps /> : null;
}

function WantedSteps() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isAtHome = path.startsWith('/app/inbox');
  // On the way out it is drawn once more, with nothing left to ask as.
  const isInside = path.startsWith('/app/');
  const dialogs = useInfiniteQuery({ ...dialogsQuery({ waiting: false }), enabled: isInside }).data;
  const hasDialogs = dialogs?.pages.some(({ chats }) => chats.length > 0);
  const hadDialogs = useFirst(hasDialogs);
  const areDialogsRead = useAfter(AFTER_DIALOGS_MS, hadDialogs === true);
  // Dialogs that are there already are read first: on a slow network the steps would load in their way.
  const isTime = hadDialogs === false || areDialogsRead;
  const [seen] = useState(() => readOwn('stepsLook'));
  const [learntAt, setLearntAt] = useState<string>();
  const keepLook = useCallback(
    (look: StepsLook) => {
      writeOwn('stepsLook', look);
      setLearntAt((first) => first ?? path);
    },
    [path],
  );
  // Its place is kept from the first moment, as high as this person saw it last: what stands below never moves under the
  // pointer. Above dialogs whoever has not seen it here yet gets it with the next screen, and no place where all is done.
  const kept = hadDialogs === false ? 'whole' : (seen ?? (hadDialogs ? 'none' : 'whole'));
  const isLater = kept === 'none' && (learntAt ?? path) === path;
  return (
    <div className={classes.slot} data-short={!isAtHome || undefined} data-kept={kept} hidden={isLater}>
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
