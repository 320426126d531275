import type { ChannelDescriptor, ConnectChoice, FieldValues, FormField } from '@otvet/contract';
import type { ConnectorIo } from './port.ts';
import type { SessionReport } from './session-port.ts';

/** What a step may know: what is known of the account so far (secrets among it), and where our side is reached. */
export type StepContext = {
  values: FieldValues;
  channelId: string;
  /** Address for webhooks; null on a host that platforms cannot reach. */
  webhookUrl: string | null;
  io: ConnectorIo;
  /** The session that is being linked, where the connector keeps one. */
  session?: LinkedSession;
};

export type LinkedSession = {
  /** Null before `start`. */
  read(): Promise<SessionReport | null>;
  /** A worker opens it soon; one that was begun before is given up with its keys. */
  start(link: FieldValues): Promise<void>;
};

/**
 * What is known from now on; replaces `values` as a whole. Thrown ConnectorErrors of kind `rejected` and `unauthorized`
 * are shown at the step (`field` names what is to blame), others as "the platform does not answer".
 */
type Known = Promise<FieldValues>;

type StepBase = {
  /** Unique within the connector. */
  name: string;
  /** Keys of the texts. */
  title?: string;
  instructions?: readonly string[];
  /** Left out where this gives false, such as the choice of the only page. */
  isNeeded?(context: StepContext): boolean | Promise<boolean>;
  /** Behind it the connector's `check` can say whose account it is, though steps are left. */
  settlesAccount?: true;
};

/** Typed values; without `take` they are kept as they are. */
export type FieldsStep = StepBase & {
  kind: 'fields';
  fields: readonly FormField[];
  take?(typed: FieldValues, context: StepContext): Known;
};

/** A page of the platform that sends the browser back to `returnUrl` with `state` in its query. */
export type RedirectStep = StepBase & {
  kind: 'redirect';
  /** Where on our side the browser comes back to; one address for all types unless the platform's rules ask for another. */
  returnPath?: string;
  open(back: { state: string; returnUrl: string }, context: StepContext): string | Promise<string>;
  take(query: Record<string, string>, back: { returnUrl: string }, context: StepContext): Known;
};

export type ChoiceStep = StepBase & {
  kind: 'choice';
  list(context: StepContext): Promise<ConnectChoice[]>;
  take(value: string, context: StepContext): Known;
};

/** `show` gives a code to enter on the platform, or several, one in a line; `field` asks for one that the platform shows. */
export type CodeStep = StepBase & {
  kind: 'code';
  show?(context: StepContext): Promise<string>;
  /** What is shown is the channel's address, which the platform tries when it is entered there. */
  showsAddress?: true;
  /** What the platform calls the lines that are shown. */
  labels?: readonly string[];
  field?: FormField;
  take(code: string, context: StepContext): Known;
};

export type QrReading =
  | { isDone: true; values: FieldValues }
  | { isDone: false; content: string | null; code: string | null; isExpired?: boolean };

export type QrStep = StepBase & {
  kind: 'qr';
  pollSeconds: number;
  poll(context: StepContext): Promise<QrReading>;
  /** Asks for another code, where one runs out. */
  renew?(context: StepContext): Promise<void>;
};

/** One step of connecting; the last one of all, the review, is the product's own. */
export type ConnectorStep = FieldsStep | RedirectStep | ChoiceStep | CodeStep | QrStep;

/** The declared credentials as a step of their own. */
export function credentialsStep({ credentials, instructions }: ChannelDescriptor): FieldsStep {
  return { kind: 'fields', name: 'credentials', instructions, fields: credentials };
}
