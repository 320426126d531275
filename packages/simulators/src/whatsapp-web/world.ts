import type { EventEmitter } from 'node:events';
import type { MediaFault } from '../http/media-faults.ts';

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

/** One connection of the product, as the phone's side sees it. */
export type Connection = {
  ev: EventEmitter;
  /** Of the link that it was opened with; empty before it is linked. */
  secret: string;
  isOpen: boolean;
  link(): void;
  close(code: number, message?: string): void;
};

export type Fault = 'rate-limited' | 'server-error' | 'no-answer' | MediaFault;

/** The platform, one phone with its customers, and what the product did there. */
export type World = {
  number: string;
  hiddenId: string;
  connections: Connection[];
  /** Secrets of the links that the phone has. */
  links: Set<string>;
  /** How many messages each link has read: its own keys must say the same. */
  readCounts: Map<string, number>;
  chats: Map<string, Entry[]>;
  people: Map<string, { name: string }>;
  /** Messages that came while nobody was connected. */
  waiting: Record<string, unknown>[];
  faults: Map<Fault, number>;
  /** Files by the key that opens them. */
  files: Map<string, Uint8Array>;
  ledger: { opened: number; reuploads: number; typing: string[]; resent: string[]; undecryptable: number };
  nextId: number;
  now(): Date;
};

export function createWorld(now: () => Date): World {
  return {
    number: '79990000001',
    hiddenId: '210000000000001',
    connections: [],
    links: new Set(),
    readCounts: new Map(),
    chats: new Map(),
    people: new Map(),
    waiting: [],
    faults: new Map(),
    files: new Map(),
    ledger: { opened: 0, reuploads: 0, typing: [], resent: [], undecryptable: 0 },
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
