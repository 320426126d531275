import type { z } from 'zod';

export type WhatsAppCall<Schema extends z.ZodType> = {
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown> | FormData;
  /** Bytes of files within the body. */
  size?: number;
  /** It puts something in front of the customer: a lost answer is `unknown`. */
  isEffect?: boolean;
  result: Schema;
};

/** The same messages reach the platform in several ways: directly, or through a provider with addresses and keys of its own. */
export type WhatsAppTransport = {
  /** What stands before `messages` and `media` in their paths. */
  prefix: string;
  /** Throws ConnectorError. */
  call<Schema extends z.ZodType>(call: WhatsAppCall<Schema>): Promise<z.output<Schema>>;
  /** The bytes at an address that the platform gave; only at its own host. Throws ConnectorError. */
  download(url: string): Promise<{ status: number; contentType: string; body: Buffer | undefined }>;
};
