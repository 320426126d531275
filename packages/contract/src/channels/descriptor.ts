import type { ReasonMeanings } from '../channel-states.ts';
import type { ErrorCode } from '../errors.ts';
import type { FormField } from './form-field.ts';
import type { ChannelType } from './specified-types.ts';

/**
 * What Markdown in the words of the assistant becomes: `plain`: words without marks; `marks`: one star or tilde around words, as the platform reads them;
 * `kept`: nothing is changed.
 */
export type TextFormatting = 'plain' | 'marks' | 'kept';

/** What a channel can do and how it is connected; the core and the web app ask this and never the type. */
export type ChannelDescriptor = {
  type: string;
  /** The type of the specification that this one is a way to, where several ways lead to one platform; addresses say it. */
  family: ChannelType | null;
  title: string;
  /** Short mark of one or two characters that no other type has, and the colour of the badge on an avatar. */
  badge: { letter: string; color: `#${string}` };
  /** What the screen of a connected channel shows: the account on the platform, or a line for the owner's own site. */
  panel: 'account' | 'embed';
  onePerAccount: boolean;
  /** What to say about a second connection of the same account, and about credentials that the platform refuses. */
  errors: { taken: ErrorCode; credentials: ErrorCode };
  /** What the owner types to connect it, and later to replace; empty where a login or nothing at all is needed. */
  credentials: readonly FormField[];
  /** A login or a link connects it, alone or as one of the ways: one that ended is repeated, and the channel goes on. */
  hasLogin?: true;
  /** Name of the credential that the platform signs its messages with, where the owner may have typed another one. */
  signedWith?: string;
  /** Keys of the texts that say what must be true before it is connected, and what it costs; read once, before the first step. */
  before: readonly string[];
  /** Key of the one line of them that stands above the fields as well. */
  warning: string | null;
  /** Keys of the texts of `channels.<type>` that lead through getting the credentials, in order. */
  instructions: readonly string[];
  /** Longest text of one outgoing message, UTF-16 units. Longer texts are split by the connector. */
  textLimit: number;
  /** What the limit counts, where it is not signs. */
  textUnit?: 'bytes';
  captionLimit: number;
  formatting: TextFormatting;
  canReplyTo: boolean;
  canTyping: boolean;
  canEdit: boolean;
  canGroups: boolean;
  /** Whether the public page of a customer has to be asked for. */
  hasProfileLink: boolean;
  outbound: { photos: number; files: boolean };
  /** Questions back as buttons whose press says what stands on them: how many, and how long; null: as numbered lines. */
  choices: { max: number; labelLength: number } | null;
  /**
   * How long after the customer's last message the platform takes free words, in hours: of anybody, and of a person of the
   * business (null: no longer); null: for ever.
   */
  window: { hours: number; personHours: number | null } | null;
  /** The customer reads the greeting before he writes: our own window shows it. */
  showsGreeting: boolean;
  /** How an outgoing message reaches the customer: pushed to a platform, or read by our own client from our store. */
  delivery: 'push' | 'stored';
  /** Whether repeating a send with the same key is harmless on the platform; if not, a lost answer is `unknown`. */
  isSendIdempotent: boolean;
  /** How long the platform knows a key, where it forgets; after that a send that may have arrived is not repeated. */
  sendKeyMinutes?: number;
  /** After its window the platform takes templates that it approved before. */
  hasTemplates?: true;
  /** The platform tells of which advert or page a customer writes. */
  hasContext?: true;
  /** The command by which whoever runs the server adds a library that is not part of the program. */
  install?: string;
  /** People of the business can be told news in a chat, by its id, once they have written there. */
  carriesNotices?: true;
  inbound: readonly ('webhook' | 'pull' | 'own' | 'session')[];
  /** What the platform's own reasons for not working mean; `channels.reason.*` says them in words. */
  reasons?: ReasonMeanings;
};
