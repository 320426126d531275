import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { reportUnsaved } from '../../platform/forms/unsaved.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

export type LeaveGuardOptions = {
  isChanged: boolean;
  /** Gives up what was changed: the person said so. */
  discard: () => void;
  /** What the person is asked, where the usual words do not fit. */
  words?: { title: string; text: string; confirm: string };
};

export type LeaveGuard = {
  /** Goes on at once where nothing was changed; otherwise asks first. */
  leave: (go: () => void) => void;
  /** It is saved: what follows at once, such as another screen, asks nothing. */
  release: () => void;
  isAsking: boolean;
  /** The question; stands in the form or dialog. */
  question: ReactNode;
};

/** Asks before something changed is lost: by another screen, Esc, the backdrop, a closing button, a reload. */
export function useLeaveGuard({ isChanged, discard, words }: LeaveGuardOptions): LeaveGuard {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const answer = useRef<((mayGo: boolean) => void) | null>(null);
  const asked = useRef<Promise<boolean> | null>(null);
  const giveUp = useRef(discard);
  giveUp.current = discard;
  const report = useRef<(() => void) | null>(null);
  const reply = useCallback((mayGo: boolean) => {
    setIsAsking(false);
    asked.current = null;
    answer.current?.(mayGo);
  }, []);
  const ask = useCallback(() => {
    asked.current ??= new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setIsAsking(true);
    });
    return asked.current;
  }, []);
  useLayoutEffect(() => {
    if (!isChanged) return;
    report.current = reportUnsaved({ ask, discard: () => giveUp.current() });
    return () => report.current?.();
  }, [isChanged, ask]);
  useEffect(() => () => answer.current?.(false), []);
  const leave = (go: () => void) => {
    if (!isChanged) return go();
    void ask().then((mayGo) => {
      if (!mayGo) return;
      report.current?.();
      giveUp.current();
      go();
    });
  };
  const question = isAsking && (
    <ConfirmDialog
      title={words?.title ?? t('shell.leave.title')}
      text={words?.text ?? t('shell.leave.text')}
      confirmLabel={words?.confirm ?? t('shell.leave.confirm')}
      cancelLabel={t('shell.leave.stay')}
      isBusy={false}
      onConfirm={() => reply(true)}
      onClose={() => reply(false)}
    />
  );
  return { leave, release: () => report.current?.(), isAsking, question };
}
