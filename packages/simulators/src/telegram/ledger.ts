import type { Message } from './types.ts';

export type SeenFile = { field: string; name: string; mimeType: string; size: number; sha256: string };

/** One call of the Bot API as it was seen. */
export type BotApiCall = {
  id: number;
  at: number;
  token: string;
  method: string;
  params: Record<string, unknown>;
  /** Parameters that the simulator does not know for this method: a typing mistake of the caller, as a rule. */
  unknownParams: string[];
  files: SeenFile[];
  /** Kind of the scripted fault that met the call. */
  fault: string | undefined;
  /** The call took effect, whatever was answered. */
  isAccepted: boolean;
  answer: { status: number; body: unknown; at: number } | undefined;
};

/** One attempt to bring an update to a webhook. */
export type WebhookDelivery = {
  updateId: number;
  token: string;
  at: number;
  attempt: number;
  status: number;
  error: string | undefined;
};

/** A message that stands in a chat, whoever wrote it. */
export type ChatMessage = {
  token: string;
  author: 'bot' | 'customer' | 'service';
  message: Message;
  isDeleted: boolean;
  /** The reply keyboard that came with it, row by row; the platform's messages do not show it to bots. */
  keyboard?: string[][];
};

/** Append-only record of what the simulator saw. */
export type Ledger = { calls: BotApiCall[]; deliveries: WebhookDelivery[]; messages: ChatMessage[] };

/** Makes an empty ledger. */
export const createLedger = (): Ledger => ({ calls: [], deliveries: [], messages: [] });
