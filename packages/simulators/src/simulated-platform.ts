import type { MediaFault } from './http/media-faults.ts';

/** `choices`: what stands on the buttons under it; a press says one of them. */
export type ShownMessage = {
  author: 'customer' | 'business';
  text: string;
  attachment: string | null;
  choices?: readonly string[];
};

/** What a test or the demo can do with any simulated platform, whatever its protocol. */
export type SimulatedPlatform = {
  url: string;
  /** What the product's environment must say to meet it. */
  environment: Record<string, string>;
  /** What an owner types to connect it, by the names of the fields. */
  credentials: Record<string, string>;
  /** The person at the platform's login: gives the address that the browser is sent back to. */
  logIn?(address: string): string;
  /** The owner enters at the platform what a step of connecting shows, such as the address of our webhook. */
  enter?(shown: string): Promise<unknown>;
  customerSends(message: {
    from: { id: string; name: string };
    text?: string;
    attachment?: 'photo' | 'voice' | 'file' | 'video';
    /** Of the attachment, in bytes; without it that of a small sample. */
    size?: number;
  }): void;
  /** What stands in the chat with a customer, oldest first. */
  conversation(customerId: string): ShownMessage[];
  fail(fault: 'rate-limited' | 'server-error' | 'revoked' | 'no-answer' | MediaFault, times?: number): void;
  /** Ends all faults; revoked credentials work again. */
  repair(): void;
  close(): Promise<void>;
};

/** A message as a stand-in keeps it, as it is shown. */
export const showEntry = ({ labels, author, text, attachment }: ShownMessage & { labels: string[] }): ShownMessage => ({
  author,
  text,
  attachment,
  ...(labels.length > 0 && { choices: labels }),
});
