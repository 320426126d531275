import { type ConnectInput, type ConnectStep, type FieldValues, readFields } from '@otvet/contract';
import type { ConnectorStep, StepContext } from '../../connectors/connect-port.ts';
import type { AccountDescription, Connector } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Draft } from './connecting-draft.ts';

/** The step of our own that ends every connection. */
export const REVIEW_NAME = 'review';

/** Where a platform sends the browser back to, and the word by which we know it again. */
export type Back = { state: string; returnUrl: string };
type MakeBack = (returnPath?: string) => Back;

/** What the next step shows; steps that are not needed are left out, and behind the last one stands the review. */
export async function showNext(
  { connect, descriptor }: Connector,
  input: { place: number; name: string | null; knowledgeBaseId: string | null; back: MakeBack; context: StepContext },
): Promise<Pick<Draft, 'place' | 'step' | 'account'>> {
  const { context } = input;
  for (let place = input.place; place < connect.steps.length; place += 1) {
    const step = connect.steps[place];
    if (!step || (step.isNeeded && !(await step.isNeeded(context)))) continue;
    return { place, step: await showStep(step, input.back, context), account: null };
  }
  const account = await connect.check(context.values, context.io);
  const step = showReview({ ...input, account, title: descriptor.title });
  return { place: connect.steps.length, step, account };
}

async function showStep(step: ConnectorStep, back: MakeBack, context: StepContext): Promise<ConnectStep> {
  const words = { name: step.name, title: step.title ?? null, instructions: [...(step.instructions ?? [])] };
  switch (step.kind) {
    case 'fields':
      return { kind: 'fields', ...words, fields: [...step.fields] };
    case 'redirect':
      return { kind: 'redirect', ...words, url: await step.open(back(step.returnPath), context) };
    case 'choice':
      return { kind: 'choice', ...words, choices: await step.list(context) };
    case 'code':
      return {
        kind: 'code',
        ...words,
        shown: (await step.show?.(context)) ?? null,
        labels: [...(step.labels ?? [])],
        field: step.field ?? null,
      };
    case 'qr':
      return { kind: 'qr', ...words, content: null, code: null, pollSeconds: step.pollSeconds, isExpired: false };
  }
}

function showReview(input: {
  account: AccountDescription;
  title: string;
  name: string | null;
  knowledgeBaseId: string | null;
}): ConnectStep {
  const { title, accountName, profileUrl, foreignWebhook } = input.account;
  return {
    kind: 'review',
    name: REVIEW_NAME,
    title: null,
    instructions: [],
    account: { title, accountName, profileUrl },
    foreignWebhook,
    channelName: input.name?.trim() || title || input.title,
    knowledgeBaseId: input.knowledgeBaseId,
  };
}

/** What is known after the owner's input to a step of the connector. */
export async function takeInput(
  connector: Connector,
  step: ConnectorStep,
  { input, shown, context }: { input: ConnectInput; shown: ConnectStep; context: StepContext },
): Promise<FieldValues> {
  if (step.kind === 'fields' && input.kind === 'fields') {
    const typed = readTyped(connector, step.fields, input.values);
    return step.take ? await step.take(typed, context) : { ...context.values, ...typed };
  }
  if (step.kind === 'choice' && input.kind === 'choice') {
    // Only what was shown can be chosen: the platform was asked on behalf of this owner.
    const choices = shown.kind === 'choice' ? shown.choices : [];
    const isOffered = choices.some(({ value, isAvailable }) => isAvailable && value === input.value);
    if (!isOffered) throw new AppError('request.invalid', { details: { value: 'choice' } });
    return await step.take(input.value, context);
  }
  if (step.kind === 'code' && input.kind === 'code') {
    const { field } = step;
    const typed = field ? readTyped(connector, [field], { [field.name]: input.value ?? '' }) : {};
    return await step.take((field && typed[field.name]) ?? '', context);
  }
  throw new AppError('request.conflict');
}

/** Typed values by the declaration; a misspelt name is a fault of the caller, a wrong form one of the credentials. */
export function readTyped(
  { descriptor }: Connector,
  fields: Parameters<typeof readFields>[0],
  typed: FieldValues,
): FieldValues {
  const reading = readFields(fields, typed);
  if (reading.isValid) return reading.values;
  const isUnknown = Object.values(reading.faults).includes('unknown');
  throw new AppError(isUnknown ? 'request.invalid' : descriptor.errors.credentials, { details: reading.faults });
}
