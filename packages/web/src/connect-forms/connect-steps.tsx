import { Alert, Button } from '@mantine/core';
import type { ConnectInput, FieldValues } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { useEffect, useRef, useState } from 'react';
import { channelTitle } from '../components/ui/channel-badge.tsx';
import { ConfirmDialog } from '../components/ui/confirm-dialog.tsx';
import { LinkedText } from '../components/ui/linked-text.tsx';
import { ApiError } from '../platform/api/api-error.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { isTextKey, translate, useTexts } from '../platform/texts/texts.ts';
import { BeforeConnecting } from './before-connecting.tsx';
import classes from './connect-dialog.module.css';
import { connectingQuery, isBegun, type OpenConnection, progressText, useAdvanceConnecting } from './connecting.ts';
import { ChoiceStep } from './steps/choice-step.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { FieldsStep } from './steps/fields-step.tsx';
import { QrStep } from './steps/qr-step.tsx';
import { RedirectStep } from './steps/redirect-step.tsx';
import { ReviewStep } from './steps/review-step.tsx';
import { focusStep } from './take-focus.ts';
import type { Keeping } from './typed-values.ts';

type Props = {
  connection: OpenConnection;
  onSecret: Keeping['onSecret'];
  /** Back to where the way to the platform is chosen; null where there is only one. */
  onOtherWay: (() => void) | null;
};

/** The step that a connection stands at, whatever the platform: what to do comes from the server. */
export function ConnectSteps(props: Props) {
  const { connection, onOtherWay } = props;
  const [isReady, setIsReady] = useState(false);
  const before = beforeOf(connection);
  // What was begun already was read before.
  if (!isReady && !isBegun(connection) && before.length > 0)
    return <BeforeConnecting keys={before} onBack={onOtherWay} onReady={() => setIsReady(true)} />;
  return <CurrentStep {...props} />;
}

function CurrentStep({ connection, onSecret, onOtherWay }: Props) {
  const advance = useAdvanceConnecting(connection.id);
  const body = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const { step } = connection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new step takes the focus
  useEffect(() => focusStep({ body: body.current, words: words.current }), [step.name]);
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
      <Progress connection={connection} onRestart={() => go('restart')} />
      <div ref={words}>
        <StepWords connection={connection} />
      </div>
      <div ref={body}>
        <StepView
          key={step.name}
          connection={connection}
          isBusy={advance.isPending}
          error={advance.error}
          onSecret={onSecret}
          onOtherWay={onOtherWay}
          advance={go}
        />
      </div>
    </div>
  );
}

/** How far it is; beginning anew erases what the owner went to find, so it is asked first. */
function Progress({ connection, onRestart }: { connection: OpenConnection; onRestart: () => void }) {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { position, stepCount } = connection;
  if (stepCount !== null && stepCount <= 1) return null;
  return (
    <div className={classes.head}>
      <span role="status">{progressText(connection)}</span>
      {position > 1 && (
        <Button variant="subtle" color="secondary" size="compact-sm" onClick={() => setIsAsking(true)}>
          {t('channels.connecting.restart')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('channels.connecting.restart_ask')}
          text={t('channels.connecting.restart_text')}
          confirmLabel={t('channels.connecting.restart')}
          isBusy={false}
          onConfirm={() => {
            close();
            onRestart();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** What the offered type says of itself; others are known to the server alone. */
function descriptorOf({ channelType }: OpenConnection) {
  return isOfferedChannelType(channelType) ? describeChannel(channelType) : undefined;
}

function beforeOf(connection: OpenConnection): readonly string[] {
  return descriptorOf(connection)?.before ?? [];
}

/** A type without steps of its own says at the review what connecting it gives. */
function instructionsOf(connection: OpenConnection): readonly string[] {
  const { step, position } = connection;
  if (step.kind !== 'review' || position > 1) return step.instructions;
  return descriptorOf(connection)?.instructions ?? [];
}

/** What leads to the fields: what to do in order, and the line that nobody may miss. */
function StepWords({ connection }: { connection: OpenConnection }) {
  const { step } = connection;
  const texts = instructionsOf(connection).flatMap((key) => (isTextKey(key) ? [translate(key)] : []));
  const title = step.title ?? (texts.length > 1 ? 'channels.connecting.what_to_do' : '');
  const warning = step.kind === 'fields' ? (descriptorOf(connection)?.warning ?? '') : '';
  return (
    <>
      {isTextKey(title) && (
        <h3 className={classes.title} tabIndex={-1}>
          {translate(title)}
        </h3>
      )}
      <Instructions texts={texts} />
      {isTextKey(warning) && (
        <Alert color="amber" variant="light" role="note" mb={14} p="8px 12px">
          {translate(warning)}
        </Alert>
      )}
    </>
  );
}

function Instructions({ texts }: { texts: readonly string[] }) {
  const [first] = texts;
  if (first === undefined) return null;
  if (texts.length === 1)
    return (
      <p className={classes.instructions} style={{ paddingLeft: 0 }} tabIndex={-1}>
        <LinkedText text={first} />
      </p>
    );
  return (
    <ol className={classes.instructions}>
      {texts.map((text) => (
        <li key={text}>
          <LinkedText text={text} />
        </li>
      ))}
    </ol>
  );
}

type ViewProps = Props & {
  isBusy: boolean;
  error: unknown;
  advance: (input: ConnectInput) => void;
};

function StepView({ connection, onSecret, onOtherWay, ...rest }: ViewProps) {
  const { id, channelType, step, fault, given, position, canGoBack, isAddressTried, isRefused } = connection;
  const keeping = { id, step: step.name, onSecret };
  const goToStep = (values: FieldValues) => rest.advance({ kind: 'back', step: step.name, values });
  const goOut = position === 1 ? onOtherWay : null;
  const goBack = canGoBack ? goToStep : goOut;
  const shared = {
    ...rest,
    fault,
    keeping,
    given,
    goBack,
    isAddressTried,
    isRefused,
    channel: channelTitle(channelType),
  };
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
