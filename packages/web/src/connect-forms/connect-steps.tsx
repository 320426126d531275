import { Button } from '@mantine/core';
import type { ConnectInput } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { useEffect, useRef } from 'react';
import { channelTitle } from '../components/ui/channel-badge.tsx';
import { ApiError } from '../platform/api/api-error.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { isTextKey, translate, useTexts } from '../platform/texts/texts.ts';
import classes from './connect-dialog.module.css';
import { connectingQuery, type OpenConnection, useAdvanceConnecting } from './connecting.ts';
import { ChoiceStep } from './steps/choice-step.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { FieldsStep } from './steps/fields-step.tsx';
import { QrStep } from './steps/qr-step.tsx';
import { RedirectStep } from './steps/redirect-step.tsx';
import { ReviewStep } from './steps/review-step.tsx';
import type { Keeping } from './typed-values.ts';

type Props = { connection: OpenConnection; onSecret: Keeping['onSecret'] };

/** The step that a connection stands at, whatever the platform: what to do comes from the server. */
export function ConnectSteps({ connection, onSecret }: Props) {
  const { t } = useTexts();
  const advance = useAdvanceConnecting(connection.id);
  const body = useRef<HTMLDivElement>(null);
  const { step, position, stepCount } = connection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new step takes the focus
  useEffect(() => {
    if (body.current !== null) focusFirst(body.current);
  }, [step.name]);
  const go = (input: ConnectInput | 'restart') =>
    advance.mutate(input, {
      onError: (error) => {
        // Another tab was quicker: what it left is shown.
        if (error instanceof ApiError && ['request.conflict', 'channels.not_found'].includes(error.code))
          void queryClient.invalidateQueries({ queryKey: connectingQuery(connection.id).queryKey });
      },
    });
  return (
    <div>
      {stepCount > 1 && (
        <div className={classes.head}>
          <span role="status">{t('channels.connecting.progress', { position, count: stepCount })}</span>
          {position > 1 && (
            <Button variant="subtle" color="secondary" size="compact-sm" onClick={() => go('restart')}>
              {t('channels.connecting.restart')}
            </Button>
          )}
        </div>
      )}
      {step.title !== null && isTextKey(step.title) && <h3 className={classes.title}>{translate(step.title)}</h3>}
      <Instructions keys={instructionsOf(connection)} />
      <div ref={body}>
        <StepView
          key={step.name}
          connection={connection}
          isBusy={advance.isPending}
          error={advance.error}
          onSecret={onSecret}
          advance={go}
        />
      </div>
    </div>
  );
}

/** Fields come before links, wherever they stand. */
function focusFirst(step: HTMLElement): void {
  const first =
    step.querySelector<HTMLElement>('input:not([disabled])') ??
    step.querySelector<HTMLElement>('a[href],button:not([disabled])');
  // The dialog's focus trap begins after this, and looks for the mark; without it the close button gets the focus.
  first?.setAttribute('data-autofocus', '');
  first?.focus();
}

/** A type without steps of its own says at the review what connecting it gives. */
function instructionsOf({ step, position, channelType }: OpenConnection): readonly string[] {
  if (step.instructions.length > 0 || position > 1 || !isOfferedChannelType(channelType)) return step.instructions;
  return describeChannel(channelType).instructions;
}

function Instructions({ keys }: { keys: readonly string[] }) {
  const texts = keys.flatMap((key) => (isTextKey(key) ? [translate(key)] : []));
  if (texts.length === 0) return null;
  if (texts.length === 1)
    return (
      <p className={classes.instructions} style={{ paddingLeft: 0 }}>
        {texts[0]}
      </p>
    );
  return (
    <ol className={classes.instructions}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ol>
  );
}

type ViewProps = Props & {
  isBusy: boolean;
  error: unknown;
  advance: (input: ConnectInput) => void;
};

function StepView({ connection: { id, channelType, step, fault }, onSecret, ...rest }: ViewProps) {
  const keeping = { id, step: step.name, onSecret };
  const shared = { ...rest, fault, keeping, channel: channelTitle(channelType) };
  switch (step.kind) {
    case 'fields':
      return <FieldsStep step={step} {...shared} />;
    case 'redirect':
      return <RedirectStep step={step} {...shared} />;
    case 'choice':
      return <ChoiceStep step={step} {...shared} />;
    case 'code':
      return <CodeStep step={step} {...shared} />;
    case 'qr':
      return <QrStep id={id} step={step} {...shared} />;
    case 'review':
      return <ReviewStep step={step} {...shared} />;
  }
}
