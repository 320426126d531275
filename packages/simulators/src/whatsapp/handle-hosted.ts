import { z } from 'zod';
import { GraphError, type PhoneNumber, type World } from './world.ts';

// What the provider has in place of the platform's own screens: https://docs.360dialog.com, read 2026-11-23.

const webhook = z.strictObject({
  url: z.url({ protocol: /^https$/ }).refine((url) => !new URL(url).hostname.includes('_') && new URL(url).port === ''),
  headers: z.record(z.string(), z.string()).optional(),
});

/** A number is known by its key alone. */
export function requireKey(world: World, key: string): PhoneNumber {
  const number = [...world.numbers.values()].find(({ apiKey }) => apiKey === key);
  if (!number || number.isKeyRevoked) throw new HostedError(401, 'Invalid api_key');
  return number;
}

/** A refusal of the provider itself, in a form of its own. */
export class HostedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls that only the provider has; undefined: none of these. */
export function handleConfiguration(
  world: World,
  number: PhoneNumber,
  { method, path, body }: { method: string; path: string; body: unknown },
): object | undefined {
  if (path === 'health_status') return describeHealth(number);
  if (path === 'v1/configs/templates') return { waba_templates: world.templates, count: world.templates.length };
  if (path !== 'v1/configs/webhook') return undefined;
  if (method === 'GET') return number.hosted ? { url: number.hosted.url, headers: number.hosted.headers } : {};
  const read = webhook.safeParse(body);
  if (!read.success) throw new GraphError(400, 100, 'The address has to be https, without a port and an underscore');
  number.hosted = { url: read.data.url, headers: lower(read.data.headers ?? {}) };
  return { url: number.hosted.url };
}

const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function describeHealth({ id, businessId }: PhoneNumber): object {
  const can = { can_send_message: 'AVAILABLE' };
  return {
    health_status: {
      ...can,
      entities: [
        { entity_type: 'PHONE_NUMBER', id, ...can },
        { entity_type: 'WABA', id: businessId, ...can },
      ],
    },
  };
}
