import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { knowledgeSource, type SourceReason, sourcePassage } from '@otvet/contract';
import errors from '@otvet/contract/texts/en/errors.json' with { type: 'json' };
import words from '@otvet/contract/texts/en/knowledge.json' with { type: 'json' };
import { z } from 'zod';
import type { Product } from '../harness/start-product.ts';
import type { DocumentRun } from './document-files.ts';
import { readWorkerPeak } from './worker-peak.ts';

const PICTURES = /\.(?:jpe?g|png|gif|webp)$/i;
const LOOK_MS = 30;
const GIVE_UP_MS = 120_000;
const PAGE = 50;

/** `beganAt`: by the wall's clock, in milliseconds; `sentMs`: until the product had taken the file; `seconds`: until it was read. */
export type MeasuredRun = DocumentRun & { peakMegabytes: number; beganAt: number; sentMs: number };
type Importing = Pick<Product, 'url' | 'pid' | 'knowledgeBaseId'> & { token: string };
/** `tookMs`: until it was read, where it had to be removed after that. */
type End = Omit<DocumentRun, 'file' | 'seconds'> & { sentMs?: number; tookMs?: number };

const refusal = z.object({ code: z.string() });
const textOf = (catalogue: Record<string, string>, key: string) => catalogue[key] ?? '';

/**
 * Every file through the product's own import: uploaded to a base, read by its worker, and its passages asked for; pictures
 * through the call for pictures. A source is removed before the next one comes.
 */
export async function importDocuments(product: Importing, folder: string, files: string[]): Promise<MeasuredRun[]> {
  const runs: MeasuredRun[] = [];
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    runs.push({ ...(await importBytes(product, { name: basename(file), bytes })), file });
  }
  return runs;
}

/** One file on the same way. `lookMs`: how often its state is asked for. `isShown`: only what a person sees is read back. */
export async function importBytes(
  product: Importing,
  {
    name,
    bytes,
    lookMs = LOOK_MS,
    isShown = false,
  }: { name: string; bytes: Buffer; lookMs?: number; isShown?: boolean },
): Promise<MeasuredRun> {
  const send = PICTURES.test(name) ? sendPicture : importFile;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const peak = watchPeak(product.pid, lookMs);
  const begin = performance.now();
  let waitedMs = 0;
  const call = createCaller(product, (ms) => {
    waitedMs += ms;
  });
  const took = () => performance.now() - begin - waitedMs;
  const { tookMs, ...end }: End = await send({ call, product, form, lookMs, isShown, took }).catch(
    (error: unknown) => ({ status: 'error', message: String(error) }),
  );
  const seconds = (tookMs ?? took()) / 1000;
  const beganAt = performance.timeOrigin + begin;
  return { file: name, seconds, fetched: [], sentMs: 0, ...end, peakMegabytes: peak.end(), beganAt };
}

type Answer = { status: number; body: unknown };
type Call = (method: string, path: string, body?: FormData) => Promise<Answer>;
type Sending = {
  call: Call;
  product: Importing;
  form: FormData;
  lookMs: number;
  isShown: boolean;
  /** Milliseconds of the run so far. */
  took(): number;
};

/** `onWait`: the product lets a person send so many files a minute, which says nothing about reading. */
function createCaller({ url, token }: Importing, onWait: (ms: number) => void): Call {
  return async (method, path, body) => {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body }) });
      const answer: unknown = await response.json();
      if (response.status !== 429) return { status: response.status, body: answer };
      const ms = 1000 * Number(response.headers.get('retry-after') ?? 1);
      onWait(ms);
      await sleep(ms);
    }
  };
}

async function sendPicture({ call, form }: Sending): Promise<End> {
  const { status, body } = await call('POST', '/v1/upload/photos/', form);
  return status < 300 ? { status: 'ok' } : refused(status, body);
}

async function importFile({ call, product: { knowledgeBaseId }, form, took, ...looking }: Sending): Promise<End> {
  const sent = await call('POST', `/v1/upload/document/${knowledgeBaseId}/`, form);
  const sentMs = took();
  if (sent.status >= 300) return refused(sent.status, sent.body);
  const { sources } = z.object({ sources: z.array(knowledgeSource) }).parse(sent.body);
  const id = sources[0]?.id ?? '';
  const end = await waitForEnd(call, { knowledgeBaseId, id, ...looking });
  const tookMs = took();
  await call('DELETE', `/v1/upload/${id}/`);
  return { ...end, sentMs, tookMs };
}

type Expected = Pick<Sending, 'lookMs' | 'isShown'> & { knowledgeBaseId: string; id: string };

async function waitForEnd(call: Call, { knowledgeBaseId, id, lookMs, isShown }: Expected): Promise<End> {
  const until = performance.now() + GIVE_UP_MS;
  while (performance.now() < until) {
    const { body } = await call('GET', `/v1/upload/files/${knowledgeBaseId}/?limit=20`);
    const { sources } = z.object({ sources: z.array(knowledgeSource) }).parse(body);
    const source = sources.find((one) => one.id === id);
    if (source?.state === 'ready') return { status: 'text', text: await readText(call, { id, isShown }) };
    if (source?.state === 'failed') return failed(source.reason);
    await sleep(lookMs);
  }
  return { status: 'timeout' };
}

/** What the base holds of it, in its order: each heading once above what stands below it. */
async function readText(call: Call, { id, isShown }: Pick<Expected, 'id' | 'isShown'>): Promise<string> {
  const lines: string[] = [];
  let above = '';
  for (let offset = 0; ; offset += PAGE) {
    const { body } = await call('GET', `/v1/upload/passages/${id}/?limit=${PAGE}&offset=${offset}`);
    const { passages } = z.object({ passages: z.array(sourcePassage) }).parse(body);
    for (const { trail, text } of passages) {
      const heading = trail.join('\n');
      if (heading !== above) lines.push(heading);
      above = heading;
      lines.push(text);
    }
    if (isShown || passages.length < PAGE) return lines.join('\n');
  }
}

function failed(reason: SourceReason | null): End {
  const message = textOf(words, `knowledge.source.reason.${reason}`);
  return { status: reason === 'no_text' ? 'no_text' : 'rejected', message };
}

function refused(status: number, body: unknown): End {
  const { code } = refusal.parse(body);
  const message = textOf(errors, `errors.${code}`);
  return { status: status < 500 && message !== '' ? 'rejected' : 'error', message: message || code };
}

/** The most that a worker of the product held while a file was read. */
function watchPeak(pid: number, lookMs: number): { end(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, readWorkerPeak(pid));
  }, lookMs);
  return {
    end() {
      clearInterval(timer);
      return Math.max(most, readWorkerPeak(pid));
    },
  };
}
