import { hash, timingSafeEqual } from 'node:crypto';
import type { ConnectorChannel, RawEvent } from '../port.ts';
import type { RawRequest, WebhookResult } from '../webhook-port.ts';
import { readRawEvent } from './payload.ts';

/** Updates come by POST alone: https://core.telegram.org/bots/api#getting-updates, read 2026-11-20. */
export function receive(request: RawRequest, channel: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST' || !verify(request, channel)) return { kind: 'refused' };
  const events = split(request);
  return events ? { kind: 'events', events } : { kind: 'unreadable' };
}

/** The secret given with setWebhook comes back in a header: https://core.telegram.org/bots/api#setwebhook, read 2026-11-20. */
function verify(request: RawRequest, channel: ConnectorChannel): boolean {
  const expected = channel.credentials.webhookSecret;
  const given = request.headers['x-telegram-bot-api-secret-token'];
  if (expected === undefined || expected === '' || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(expected));
}

/** A request carries one update. */
function split(request: RawRequest): RawEvent[] | undefined {
  const event = isTooDeep(request.body) ? undefined : readRawEvent(readJson(request.body));
  return event && [event];
}

/** Equal lengths for the comparison, whatever was sent. */
function digest(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A real update is about ten levels deep. */
const maxDepth = 64;
const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Deep nesting is slow to parse and breaks whoever writes it out again: it is counted on the bytes. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (isText && byte === backslash) at += 1;
    else if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}
