import { type EventStream, openEventStream } from '../protocol/event-stream.ts';
import type { ProtocolClient } from '../protocol/protocol-client.ts';
import { isRecord, readEvent, type ServerEvent } from '../protocol/read-event.ts';
import { joinTabs, type TabLeader } from './tab-leader.ts';

export type Connection = {
  isLeading(): boolean;
  /** Joins the visitor's other tabs; from now on this one may lead. */
  join(): void;
  /** Opens the stream of the present token, or closes it where there is none. */
  connect(): void;
  /** Tries at once instead of waiting for the next time. */
  hurry(): void;
};

type Options = {
  client: Pick<ProtocolClient, 'openEvents'>;
  /** Name that the tabs of one channel share. */
  name: string;
  token(): string | undefined;
  /** Change counter last seen. */
  version(): number;
  onEvent(event: ServerEvent): void;
  onLink(link: 'connecting' | 'online' | 'lost'): void;
  onLead(): void;
  onTokenRefused(token: string): void;
};

/** The events of the server: the leading tab holds the stream, the others hear them from it. */
export function createConnection(options: Options): Connection {
  const own: { isLeading: boolean; tabs?: TabLeader; stream?: EventStream | undefined; token?: string | undefined } = {
    isLeading: false,
  };

  const openStream = (token: string) =>
    openEventStream({
      client: options.client,
      token,
      after: options.version,
      random: Math.random,
      onLink: options.onLink,
      onTokenRefused: () => {
        own.token = undefined;
        options.onTokenRefused(token);
      },
      onEvent: (event) => {
        options.onEvent(event);
        if (event.name !== 'analytics') own.tabs?.share(event);
      },
    });

  const connect = () => {
    const token = own.isLeading ? options.token() : undefined;
    if (token === own.token) return;
    own.stream?.close();
    own.token = token;
    own.stream = token === undefined ? undefined : openStream(token);
  };

  const join = () => {
    own.tabs = joinTabs({
      name: options.name,
      onLead: (isLeading) => {
        own.isLeading = isLeading;
        connect();
        options.onLead();
      },
      onShared: (message) => {
        const event = isRecord(message) ? readEvent(message.name, message.data) : undefined;
        if (event !== undefined && !own.isLeading) options.onEvent(event);
      },
    });
  };

  return { isLeading: () => own.isLeading, join, connect, hurry: () => own.stream?.hurry() };
}
