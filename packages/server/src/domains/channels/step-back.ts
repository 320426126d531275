import { type ConnectInput, type FieldValues, type FormField, secretNames } from '@otvet/contract';
import type { ConnectorStep } from '../../connectors/connect-port.ts';
import type { Connector } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Draft } from './connecting-draft.ts';

/** Where a connection goes: everything that its next step is made from. */
export type Moved = Pick<Draft, 'place' | 'position' | 'values' | 'trail' | 'given'>;

/** What came of a step; `given` is what the owner gave to it. */
export type Taken = { values: FieldValues; given?: FieldValues };

/** On to the next place. What was scanned is not undone by a step back, so nothing before it is gone back to. */
export function goOn({ connect }: Connector, draft: Draft, { values, given }: Taken): Moved {
  const step = connect.steps[draft.place];
  const passed = { place: draft.place, values: draft.values };
  return {
    place: draft.place + 1,
    position: draft.position + 1,
    values,
    trail: step?.kind === 'qr' ? [] : [...draft.trail, passed],
    given: given && step ? { ...draft.given, [step.name]: given } : draft.given,
  };
}

/** To the step before, as it was when it was shown; what was typed into this one is kept for when it is shown again. */
export function goBack({ connect }: Connector, draft: Draft, typed: FieldValues = {}): Moved {
  const before = draft.trail.at(-1);
  if (!before) throw new AppError('request.conflict');
  const names = namesOf(connect.steps[draft.place]);
  const known = Object.entries(typed).filter(([name, value]) => names.includes(name) && value !== '');
  const { name } = draft.step;
  const given = { ...draft.given, [name]: { ...draft.given[name], ...Object.fromEntries(known) } };
  return { ...before, position: Math.max(1, draft.position - 1), trail: draft.trail.slice(0, -1), given };
}

/** What an input gives to a step, with the secrets that were given before and are not typed again. */
export function withKept(step: ConnectorStep, input: ConnectInput, former: FieldValues = {}): ConnectInput {
  if (step.kind === 'fields' && input.kind === 'fields') {
    const kept = secretNames(step.fields).filter((name) => !input.values[name]?.trim() && former[name]);
    return {
      ...input,
      values: { ...input.values, ...Object.fromEntries(kept.map((name) => [name, former[name] ?? ''])) },
    };
  }
  const { field } = step.kind === 'code' ? step : {};
  if (input.kind !== 'code' || field?.kind !== 'secret' || input.value?.trim()) return input;
  return { ...input, value: former[field.name] };
}

/** What the owner gave, by name. */
export function readGiven(step: ConnectorStep, input: ConnectInput): FieldValues {
  if (input.kind === 'fields') return input.values;
  if (input.kind === 'choice') return { [CHOSEN]: input.value };
  if (input.kind === 'code' && step.kind === 'code' && step.field) return { [step.field.name]: input.value ?? '' };
  return {};
}

/** The name under which a choice is kept. */
const CHOSEN = 'value';
/** What the review asks for; it is a step of our own. */
const REVIEWED = ['name', 'knowledgeBaseId'];

function fieldsOf(step: ConnectorStep | undefined): readonly FormField[] {
  if (step?.kind === 'fields') return step.fields;
  return step?.kind === 'code' && step.field ? [step.field] : [];
}

function namesOf(step: ConnectorStep | undefined): readonly string[] {
  if (step === undefined) return REVIEWED;
  return step.kind === 'choice' ? [CHOSEN] : fieldsOf(step).map(({ name }) => name);
}

/** What was given to a step before, for its owner to see: of secrets only that there is one. */
export function showGiven(step: ConnectorStep | undefined, { given, step: { name } }: Draft) {
  const former = given[name];
  if (!former) return null;
  const secrets = secretNames(fieldsOf(step));
  const values = Object.entries(former).filter(([field, value]) => value !== '' && !secrets.includes(field));
  return { values: Object.fromEntries(values), secrets: secrets.filter((secret) => former[secret]) };
}
