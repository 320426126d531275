import type { RawEvent } from './port.ts';

/** A webhook as it came: exact bytes, lower-case header names, the first value of a name that comes twice. */
export type RawRequest = {
  method: 'GET' | 'HEAD' | 'POST';
  /** What follows the channel's address, without a slash: an unguessable part where the platform signs nothing. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: Buffer;
};

/** What the platform reads back; most want an empty 200. */
export type WebhookReply = { status: number; contentType: string; body: string };

/**
 * What a request is. `reply`: a handshake, answered and not stored; `isAnybodys`: a browser may ask the same, so it does
 * not show that the platform has the address. `refused`: not from the platform, or meant for
 * another account; `isMissigned`: it is signed, with another secret than the owner has given. `unreadable`: verified, but no event can be made of it.
 */
type NoEvents =
  | { kind: 'reply'; reply: WebhookReply; isAnybodys?: true }
  | { kind: 'refused'; isMissigned?: true }
  | { kind: 'unreadable' };

/** What `X-Hub-Signature`, of SHA-1 or of SHA-256, holds where a platform has signed: the rest anybody makes up. */
const SIGNED = /^sha(?:1=[0-9a-f]{40}|256=[0-9a-f]{64})$/i;

/** Whoever signs keeps another secret, or is not the platform; without a signature, or a secret of ours, it says nothing. */
export function refuseSignature(
  given: string | undefined,
  secrets: readonly (string | undefined)[],
): Extract<NoEvents, { kind: 'refused' }> {
  return given && SIGNED.test(given) && secrets.some(Boolean)
    ? { kind: 'refused', isMissigned: true }
    : { kind: 'refused' };
}

/**
 * `reply` is given after the events are stored. `greet`: the platform shows the customer what the answer holds, and this
 * is the only time when it does; it is given the channel's greeting.
 */
export type WebhookResult =
  | { kind: 'events'; events: RawEvent[]; reply?: WebhookReply; greet?(greeting: string): WebhookReply }
  | NoEvents;

/** Events by the platform's id of the account that they are for: one request may bring those of several. */
export type SharedWebhookResult =
  | { kind: 'events'; byIdentity: { identity: string; events: RawEvent[] }[]; reply?: WebhookReply }
  | NoEvents;

/** One address for all accounts of an application: `/hooks/{type}`. */
export type SharedWebhook = {
  /** Pure. Verifies with the secrets of the application, in constant time, before anything is read. */
  receive(request: RawRequest, keys: Record<string, string>): SharedWebhookResult;
  /** What a platform needs to hear when all events are for accounts that nobody connected here. */
  unknownIdentity: 'refuse' | 'ignore';
};

/** A handshake or an acknowledgement in the platform's own words. */
export const replyText = (body: string): WebhookReply => ({
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body,
});
