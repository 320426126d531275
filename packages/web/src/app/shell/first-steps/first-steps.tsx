import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Channel, KnowledgeBase } from '@otvet/contract';
import { IconCheck, IconChevronUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { updateUserData } from '../../../platform/queries/update-user-data.ts';
import { sessionStatus } from '../../../platform/session/session.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';
import classes from './first-steps.module.css';
import { FoldedSteps } from './folded-steps.tsx';
import { PutCode } from './put-code.tsx';
import { countDone, type FirstStep, firstSteps, lookOf, readFirstSteps, type StepsLook } from './read-first-steps.ts';
import { findTryAddress, useAddAnswer, useConnectSite } from './use-step-actions.ts';

const end = () => updateUserData({ firstStepsOver: true }).catch(showErrorToast);

/** They are still on the screen while it changes to the sign-in form. */
const isSignedIn = () => sessionStatus() === 'signed-in';
type FirstStepsProps = {
  hasDialogs: boolean | undefined;
  isShort: boolean;
  onSeen: (look: StepsLook) => void;
};

/** What an empty account does first: answers, a channel, a question as a customer. Then the code has to stand on the site. Gone for good when all is done. */
export function FirstSteps({ hasDialogs, isShort, onSeen }: FirstStepsProps) {
  const { t } = useTexts();
  const bases = useQuery({ ...knowledgeBasesQuery, enabled: isSignedIn }).data;
  const channels = useQuery({ ...channelsQuery, enabled: isSignedIn }).data;
  const steps = readFirstSteps({ bases, channels, hasDialogs });
  useEndWhenDone(steps === null ? undefined : steps.next === null && steps.unplaced === null);
  const look = steps === null ? undefined : lookOf(steps);
  useEffect(() => {
    if (look !== undefined) onSeen(look);
  }, [look, onSeen]);
  const isPhone = useMediaQuery('(max-width: 79.99em)') ?? false;
  // On a phone it is one line on every screen but the empty inbox, and again on the next screen.
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isFoldable = isPhone && (isShort || hasDialogs === true);
  if (steps === null || bases === undefined || channels === undefined) return null;
  const { done, next, unplaced } = steps;
  if (unplaced !== null) return <PutCode channel={unplaced} onPutAway={end} />;
  if (next === null) return null;
  if (isFoldable && openedAt !== path)
    return <FoldedSteps next={next} done={countDone(done)} onOpen={() => setOpenedAt(path)} />;
  return (
    <section
      className={classes.steps}
      aria-label={t('steps.title')}
      data-testid="first-steps"
      data-short={(isShort && !isPhone) || undefined}
    >
      <header className={classes.header}>
        <h2>{t('steps.title')}</h2>
        {isFoldable && (
          <ActionIcon
            variant="subtle"
            color="secondary"
            size={32}
            aria-label={t('steps.fold')}
            onClick={() => setOpenedAt(null)}
          >
            <IconChevronUp size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="secondary" size={32} aria-label={t('steps.put_away')} onClick={end}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      <ol className={classes.list}>
        {firstSteps.map((step, at) => (
          <li
            key={step}
            className={classes.step}
            data-done={done[step] || undefined}
            data-next={step === next || undefined}
          >
            <span className={classes.mark} aria-hidden>
              {done[step] ? <IconCheck size={16} stroke={2.4} /> : at + 1}
            </span>
            <div className={classes.words}>
              <h3>
                {t(`steps.${step}.title`)}
                {done[step] && <span className={classes.hidden}> {t('steps.is_done')}</span>}
              </h3>
              <p>{t(`steps.${step}.text`)}</p>
            </div>
            {!done[step] && (
              <StepAction
                step={step}
                isPrimary={step === next && !isShort}
                size={isShort && !isPhone ? 'xs' : 'sm'}
                bases={bases}
                channels={channels}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Says once that all is done, and keeps it so for this person: what is deleted later brings nothing back. */
function useEndWhenDone(isDone: boolean | undefined): void {
  const { t } = useTexts();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isDone === undefined) return;
    if (!isDone) {
      wasOpen.current = true;
      return;
    }
    if (wasOpen.current) showToast({ kind: 'success', message: t('steps.all_done') });
    void end();
  }, [isDone, t]);
}

/** Away from home the screen has an action of its own, which comes first there. */
type ActionProps = {
  step: FirstStep;
  isPrimary: boolean;
  size: 'xs' | 'sm';
  bases: KnowledgeBase[];
  channels: Channel[];
};

function StepAction({ step, isPrimary, size, bases, channels }: ActionProps) {
  const { t } = useTexts();
  const answers = useAddAnswer(bases);
  const site = useConnectSite();
  const canUpload = useCan('manage_kb_files');
  const look = { size, ...(isPrimary ? {} : { color: 'secondary.1' }) };
  const label = t(`steps.${step}.button`);
  switch (step) {
    case 'answers':
      return (
        <div className={classes.actions}>
          <Button {...look} loading={answers.isPending} onClick={() => answers.mutate({ add: 'pair' })}>
            {label}
          </Button>
          {canUpload && (
            <button type="button" className={classes.other} onClick={() => answers.mutate({ tab: 'sources' })}>
              {t('steps.answers.upload')}
            </button>
          )}
        </div>
      );
    case 'channel':
      return (
        <div className={classes.actions}>
          <Button {...look} loading={site.isPending} onClick={site.connect}>
            {label}
          </Button>
          <Link to="/wizard/channels/" className={classes.other}>
            {t('steps.channel.other')}
          </Link>
        </div>
      );
    case 'try':
      return <TryAction label={label} look={look} channels={channels} />;
  }
}

type Look = { size: 'xs' | 'sm'; color?: string };

function TryAction({ label, look, channels }: { label: string; look: Look; channels: Channel[] }) {
  const { t } = useTexts();
  if (channels.length === 0) return <p className={classes.later}>{t('steps.try.later')}</p>;
  const address = findTryAddress(channels);
  if (address === null) return null;
  return (
    <Button {...look} component="a" href={address} target="_blank" rel="noopener">
      {label}
    </Button>
  );
}
