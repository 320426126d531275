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
  /** Everything known of the account so far, secrets among it. */
  values: z.record(z.string(), z.string()),
  step: connectStep,
  account: account.nullable(),
  name: z.string().nullable(),
  knowledgeBaseId: z.string().nullable(),
  fault: z.object({ reason: z.string(), field: z.string().nullable() }).nullable(),
});
/** Where an owner stands while a channel is connected. */
export type Draft = z.infer<typeof draft>;

export type OpenDraft = Omit<StoredDraft, 'sealedDraft' | 'sealedSecrets'> & { draft: Draft };

const scopeOf = ({ accountId, id }: { accountId: string; id: string }) => ({ accountId, purpose: `connecting:${id}` });

export function sealDraft(keyring: Keyring, owner: { accountId: string; id: string }, content: Draft): string {
  return keyring.seal(JSON.stringify(content), scopeOf(owner));
}

export function openDraft(keyring: Keyring, stored: StoredDraft): OpenDraft {
  const { sealedDraft, sealedSecrets: _sealed, ...rest } = stored;
  return { ...rest, draft: draft.parse(JSON.parse(keyring.open(sealedDraft, scopeOf(stored)))) };
}

export const noValues: FieldValues = {};
