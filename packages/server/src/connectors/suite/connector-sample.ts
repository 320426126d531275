import { readdirSync, readFileSync } from 'node:fs';
import type { ConnectorChannel } from '../port.ts';
import type { RawRequest } from '../webhook-port.ts';
import type { VendorAnswer, VendorRequest } from './vendor-server.ts';

/** What one request brought to the customer, in the product's words. */
export type Delivered = {
  text: string;
  photos: number;
  files: number;
  replyTo: string | null;
  isTyping: boolean;
  labels: string[];
  /** Name and values of a template. */
  template?: { name: string; values: string[] };
};

/** What proves a body: a signature over every byte, a secret that stands in it, or nothing. */
export type BodyProof = { kind: 'signed' } | { kind: 'secret'; secret: string } | { kind: 'none' };

/**
 * What the shared suite must know of a platform that messages are pushed to; stands in `fixtures/sample.ts` of its folder.
 * The channel's credentials are made up and must be recognisable: the suite looks for them in every log line.
 */
export type ConnectorSample = {
  /** Environment key of the platform's base address. */
  vendorUrlKey: string;
  channel: ConnectorChannel;
  /** A chat and a message id that have the platform's form. */
  chatId: string;
  replyToVendorId: string;
  /** The platform's reference of a file of a customer. */
  vendorRef: string;
  /** A webhook as the platform would send it; only headers, query and path that prove where it comes from. */
  sign(payload: unknown): RawRequest;
  bodyProof: BodyProof;
  /** Where accounts share one address: proofs by the secrets of the application, and the handshake of its address. */
  shared?: {
    keys: Record<string, string>;
    sign(entries: { identity: string; payload: unknown }[]): RawRequest;
    bodyProof: BodyProof;
    challenge: { request: Pick<RawRequest, 'query' | 'headers'>; answer: string };
  };
  /** Takes everything. */
  accept(request: VendorRequest): VendorAnswer;
  refusals: {
    unauthorized: VendorAnswer;
    /** 429 that asks for a pause of so many seconds, written as given; it does not say whose limit was met. */
    rateLimited(seconds: number | string): VendorAnswer;
    /** Where the platform says whose limit was met: the same with a pause of seven seconds. */
    limitOf?(scope: 'chat' | 'channel'): VendorAnswer;
    serverError: VendorAnswer;
  };
  read(request: VendorRequest): Promise<Delivered>;
};

const connectorsFolder = new URL('../', import.meta.url);
const sharedFolders = new Set(['calls', 'sending', 'suite', 'vendors']);

/** The invented platform lies within the suite; the build does not know it. */
const folderOf = (type: string) => new URL(type === 'courier' ? 'suite/courier/' : `${type}/`, connectorsFolder);

/** Names of the connector folders on the disk. */
export function listConnectorFolders(): string[] {
  return readdirSync(connectorsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !sharedFolders.has(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Names in one connector folder. */
export function listConnectorFiles(type: string): string[] {
  return readdirSync(folderOf(type)).sort();
}

/** The payloads of a connector by name of the event. */
export function readFixtures(type: string): { name: string; payload: unknown }[] {
  const folder = new URL('fixtures/', folderOf(type));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      name: name.replace(/\.json$/, ''),
      payload: JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
    }));
}

/** The sample of a connector; only channels that messages are pushed to have one. */
export async function loadSample(type: string): Promise<ConnectorSample> {
  const module: { sample: ConnectorSample } = await import(new URL('fixtures/sample.ts', folderOf(type)).href);
  return module.sample;
}
