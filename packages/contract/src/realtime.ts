/**
 * Events that the server sends over the socket. They only say what changed; the truth is fetched by the API.
 * Rooms are accounts: a socket hears its own account alone.
 */
export type ServerEvents = {
  /** Something in a dialog changed; `version` is its change counter now. */
  'dialog.changed': (event: { uniqueId: string; version: number; isNew: boolean }) => void;
  /** The customer or a colleague is typing; shown for `TYPING_ACTIVE_MS`, never stored. */
  'dialog.typing': (event: {
    uniqueId: string;
    by: 'customer' | 'assistant' | 'operator';
    name: string | null;
    /** Who of the business it is: nobody is told of his own typing. */
    userId: string | null;
  }) => void;
  'channel.changed': (event: { id: string }) => void;
  'knowledge.changed': (event: { id: string }) => void;
  /** How far the reading of a source is, or how it ended; `knowledge.changed` tells of the base. */
  'source.changed': (event: { id: string; knowledgeBaseId: string }) => void;
  'user-data.changed': () => void;
  /** The identity token ran out: fetch a fresh one, store it, reconnect. */
  'token.expired': () => void;
};

/** Events that a browser may send. Unknown events close the socket. */
export type ClientEvents = {
  typing: (event: { uniqueId: string }) => void;
};

/** Of what there are too many when a socket is refused for a while: windows of one person, or sockets of one network. */
export type SocketCrowd = 'windows' | 'network';
