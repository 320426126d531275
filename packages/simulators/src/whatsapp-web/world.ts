import type { MediaFault } from '../http/media-faults.ts';
import type { FromPlatform } from './frames.ts';

export type Attachment = 'photo' | 'voice' | 'file' | 'video';
export type Entry = {
  author: 'customer' | 'business';
  id: string;
  text: string;
  attachment: string | null;
  quoted: string | null;
};

/** A failure as the library gives it: @hapi/boom. */
export class Boom extends Error {
  readonly output: { statusCode: number };
  constructor(message: string, statusCode: number) {
    super(message);
    this.output = { statusCode };
  }
}

/** One connection of the product, as the platform sees it. */
export type Connection = {
  /** Of the link that it was opened with; before it is linked, the one that it will have. */
  secret: string;
  isLinked: boolean;
  /** Linked, and messages flow. */
  isOpen: boolean;
  isOver: boolean;
  send(frame: FromPlatform): void;
  link(): void;
  close(code: number, message?: string): void;
};

/** A message on its way to a linked device; kept until its receipt. */
export type Waiting = {
  id: string;
  attrs: Record<string, string>;
  message: Record<string, unknown>;
  /** Its place in the chain of keys; the same at every delivery of one ciphertext. */
  count: number;
  isNewChain: boolean;
  isDelivered: boolean;
};

/** A device that the phone has linked. */
export type Link = { count: number; waiting: Waiting[] };

export type Fault = 'rate-limited' | 'server-error' | 'no-answer' | MediaFault;

/** The platform, one phone with its customers, and what the product did there. */
export type World = {
  number: string;
  hiddenId: string;
  connections: Connection[];
  /** By the secret of each. */
  links: Map<string, Link>;
  chats: Map<string, Entry[]>;
  people: Map<string, { name: string }>;
  faults: Map<Fault, number>;
  /** Files by the key that opens them. */
  files: Map<string, Uint8Array>;
  ledger: {
    opened: number;
    reuploads: number;
    typing: string[];
    resent: string[];
    /** Messages that could not be read with the keys that the link had kept. */
    undecryptable: number;
    /** Messages that came again because their receipt had not. */
    redelivered: number;
  };
  nextId: number;
  now(): Date;
};

export function createWorld(now: () => Date): World {
  return {
    number: '79990000001',
    hiddenId: '210000000000001',
    connections: [],
    links: new Map(),
    chats: new Map(),
    people: new Map(),
    faults: new Map(),
    files: new Map(),
    ledger: { opened: 0, reuploads: 0, typing: [], resent: [], undecryptable: 0, redelivered: 0 },
    nextId: 1,
    now,
  };
}

/** Whether a fault plays now. */
export function playFault(world: World, fault: Fault): boolean {
  const left = world.faults.get(fault) ?? 0;
  if (left <= 0) return false;
  world.faults.set(fault, left - 1);
  return true;
}

export function chatWith(world: World, jid: string): Entry[] {
  const [user = ''] = jid.split('@');
  const chat = world.chats.get(user) ?? [];
  world.chats.set(user, chat);
  return chat;
}

export const openConnection = (world: World): Connection | undefined => world.connections.find(({ isOpen }) => isOpen);

/** An id of a phone: ours begin with 3EB0. */
export const newId = (world: World): string => `3A${String(world.nextId++).padStart(18, '0')}`;

export const secondsOf = (world: World): number => Math.floor(world.now().getTime() / 1000);

export const numberOf = (user: string): string => `${user}@s.whatsapp.net`;
/** Every customer has a hidden address, made of the number so that a test can name it. */
export const hiddenOf = (user: string): string => `9${user}9@lid`;
