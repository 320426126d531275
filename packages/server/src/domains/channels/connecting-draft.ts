import { connectStep, type FieldValues } from '@otvet/contract';
import { z } from 'zod';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { StoredDraft } from './connecting-store.ts';

const account = z.object({
  identity: z.string(),
  accountName: z.string(),
  title: z.string(),
  profileUrl: z.string().nullable(),
  foreignWebhook: z.string().nullable(),
});

const draft = z.object({
  /** Place in the connector's list of steps; behind its end stands the review. */
  place: z.number().int(),
  /** How many steps were shown, this one among them; 0: begun before they were counted. */
  position: z.number().int().default(0),
  /** Everything known of the account so far, secrets among it. */
  values: z.record(z.string(), z.string()),
  step: connectStep,
  /** The steps before this one that can be shown again, with what was known then. */
  trail: z.array(z.object({ place: z.number().int(), values: z.record(z.string(), z.string()) })).default([]),
  /** What was given to each step, by its name, secrets among it: a step that is shown again does not ask twice. */
  given: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  account: account.nullable(),
  name: z.string().nullable(),
  knowledgeBaseId: z.string().nullable(),
  fault: z.object({ reason: z.string(), field: z.string().nullable() }).nullable(),
});
/** Where an owner stands while a channel is connected. */
export type Draft = z.infer<typeof draft>;

export type Opened<Stored extends StoredDraft> = Omit<Stored, 'sealedDraft' | 'sealedSecrets'> & { draft: Draft };
export type OpenDraft = Opened<StoredDraft>;

/** A draft that this process works on: what it writes, it writes under its lease. */
export type TakenDraft = StoredDraft & { lease: string };
export type OpenTakenDraft = Opened<TakenDraft>;

const scopeOf = ({ accountId, id }: { accountId: string; id: string }) => ({ accountId, purpose: `connecting:${id}` });

export function sealDraft(keyring: Keyring, owner: { accountId: string; id: string }, content: Draft): string {
  return keyring.seal(JSON.stringify(content), scopeOf(owner));
}

export function openDraft<Stored extends StoredDraft>(keyring: Keyring, stored: Stored): Opened<Stored> {
  const { sealedDraft, sealedSecrets: _sealed, ...rest } = stored;
  return { ...rest, draft: draft.parse(JSON.parse(keyring.open(sealedDraft, scopeOf(stored)))) };
}

/** What is known of an account that is being connected: its platform may try our address before the owner has finished. */
export function openDraftValues(
  keyring: Keyring,
  owner: { accountId: string; id: string },
  sealed: string,
): FieldValues {
  return draft.parse(JSON.parse(keyring.open(sealed, scopeOf(owner)))).values;
}

export const noValues: FieldValues = {};
