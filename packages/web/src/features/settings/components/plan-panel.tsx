import { Text } from '@mantine/core';
import type { UserData } from '@otvet/contract';
import { useEffect, useRef } from 'react';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { UsageBar } from '../../../components/ui/usage-bar.tsx';
import { useNow } from '../../../platform/format/use-now.ts';
import { readTrial } from '../../../platform/session/trial.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** What the trial allows, what goes on without it, and how its limit is lifted. */
export function PlanPanel({ user }: { user: UserData }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const canChange = useCan('manage_plan');
  const place = useRef<HTMLDivElement>(null);
  const state = readTrial({ trial: user.trial, now });
  useEffect(() => {
    if (window.location.hash === '#plan') place.current?.scrollIntoView({ block: 'start' });
  }, []);
  if (!canChange || user.trial === null || state === null) return null;
  const { used, limit, endsAt, canPay } = user.trial;
  const shown = Math.min(used, limit).toLocaleString(locale);
  const label = t(`settings.plan.used.${state.counts}`, { used: shown, limit: limit.toLocaleString(locale) });
  const date = new Date(endsAt).toLocaleDateString(locale, { day: 'numeric', month: 'long' });
  return (
    <div ref={place}>
      <Panel title={t('settings.plan.title')}>
        <UsageBar used={used} max={limit} label={label} isAlwaysDrawn />
        <Text mt={8} size="sm" c="dimmed">
          {t(state.days === 0 ? 'settings.plan.ended_at' : 'settings.plan.until', { date })}
        </Text>
        <Text mt={8} size="sm">
          {t(`settings.plan.goes_on.${state.counts}`)}
        </Text>
        {canPay ? (
          <Text mt={8} size="sm">
            {t('settings.plan.ask_support')}
          </Text>
        ) : (
          <OwnServer email={user.email} />
        )}
      </Panel>
    </div>
  );
}

function OwnServer({ email }: { email: string }) {
  const { t } = useTexts();
  const command = `npm run otvet -- plan ${email} --messages unlimited`;
  return (
    <>
      <Text mt={8} size="sm">
        {t('settings.plan.own_server')}
      </Text>
      <CopyLine
        line={command}
        labels={{ copy: t('settings.plan.copy'), copied: t('settings.plan.copied') }}
        testId="plan-command"
        color="secondary.1"
      />
      <Text mt={8} size="sm" c="dimmed">
        {t('settings.plan.setting')}
      </Text>
    </>
  );
}
