import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startGoogleSimulator } from '@otvet/simulators';
import { createConfined } from '../../../platform/confined/index.ts';
import { createJobs } from '../../../platform/jobs/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { createOutboundFetch } from '../../../platform/outbound/index.ts';
import { createFiles } from '../../../platform/storage/index.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { startTestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createKnowledge, type PictureReader } from '../index.ts';
import { createSearchTexts } from '../search-turns.ts';
import { createSources } from '../sources/create-sources.ts';
import type { BytesToRead, ReadResult, SourcesDeps } from '../sources/deps.ts';
import { createFetchGoogle } from '../sources/google/fetch-google.ts';
import { createPreparePicture } from '../sources/pictures/create-prepare-picture.ts';
import { noChannels } from './no-channels.ts';

/** Reads a text of paragraphs; `# a` above one is its heading. */
export async function readParagraphs({ bytes }: BytesToRead): Promise<ReadResult> {
  const passages = (bytes instanceof Uint8Array ? bytes : readFileSync(bytes.path))
    .toString()
    .split('\n\n')
    .map((part, at) => {
      const [, heading = '', text = ''] = /^(?:# ([^\n]*)\n)?(.*)$/s.exec(part) ?? [];
      return { trail: heading === '' ? [] : [heading], text, place: { page: at + 1 } };
    });
  return { kind: 'read', document: { title: 'Документ', language: 'ru', pages: passages.length }, passages };
}

type Replaced = {
  read?: SourcesDeps['read'] | undefined;
  /** What a model sees in pictures; none does without it. */
  pictureReader?: PictureReader | undefined;
};

const noModel: PictureReader = {
  models: [],
  canSee: () => false,
  read: async () => ({ kind: 'unread', fault: 'blind', retryAfterMs: null }),
};

/** Sources over a real database, queue and disk; the reader is the test's. */
export async function openSources({ maxSearchMs, ...more }: Pick<SourcesDeps, 'picturesPerDay' | 'maxSearchMs'> = {}) {
  const database = await startTestDatabase({ kind: 'server' });
  const { pool, dataDir } = database;
  const clock = createTestClock();
  const log = createLog({ level: 'silent' });
  const newId = randomUUID;
  const confined = createConfined({ clock: systemClock, log, folder: join(dataDir, 'looking') });
  const quota = { maxBytes: 1e9, maxFiles: 1000 };
  const files = createFiles({ pool, dataDir, linkKeys: [Buffer.alloc(32)], clock, newId, confined, quota });
  const jobs = createJobs({ pool, log, clock, newId });
  const google = await startGoogleSimulator();
  const replaced: Replaced = {};
  const searchTexts = createSearchTexts({ pool, ...(maxSearchMs !== undefined && { maxSearchMs }) });
  const deps: SourcesDeps = {
    ...{ pool, clock, newId, log, channels: noChannels, files, jobs, searchTexts, ...more },
    fetchLink: createOutboundFetch({ isPrivateAddressAllowed: true }),
    fetchGoogle: createFetchGoogle({
      fetch: createOutboundFetch({ isPrivateAddressAllowed: true }),
      standIn: google.url,
      pace: async () => undefined,
    }),
    changed: (accountId, id) => knowledge.noteChanged(accountId, id),
    read: (input) => (replaced.read ?? readParagraphs)(input),
    pictures: {
      get reader() {
        return replaced.pictureReader ?? noModel;
      },
      prepare: createPreparePicture(confined),
    },
  };
  const knowledge = createKnowledge({ pool, clock, newId, log, channels: noChannels, files, searchTexts });
  const sources = createSources(deps);
  await jobs.start();

  return {
    ...{ google, pool, clock, files, knowledge, sources, deps, replaced },
    async openBase() {
      const accountId = randomUUID();
      const { id } = await knowledge.bases.create({ accountId, name: 'База' });
      const base = { accountId, knowledgeBaseId: id };
      const find = async (sourceId: string) =>
        (await sources.page({ ...base, limit: 100, offset: 0 })).sources.find((source) => source.id === sourceId);
      return {
        ...base,
        find,
        async upload(text: string | Buffer<ArrayBuffer>, name = 'Цены.txt', hint = '') {
          const added = { ...base, hint, userId: 'Anna', files: [new File([text], name)] };
          return (await sources.addFiles(added)).sources[0]?.id ?? '';
        },
        /** Waits until the reading has ended; gives the source. */
        async ended(sourceId: string) {
          await waitUntil(async () => ['ready', 'failed'].includes((await find(sourceId))?.state ?? ''));
          return await find(sourceId);
        },
        async passages(id: string) {
          return (await sources.passages({ accountId, id, search: '', limit: 100, offset: 0 })).passages;
        },
        async ask(query: string) {
          const { passages } = await knowledge.retrieve({ ...base, query, limit: 3 });
          return passages.map(({ text }) => text);
        },
      };
    },
    async close() {
      await google.close();
      await jobs.stop({ gracefulMs: 5000 });
      await confined.close();
      await database.close();
    },
  };
}

export type OpenSources = Awaited<ReturnType<typeof openSources>>;

/** A site of one page, which a test changes; with a `location` all other addresses lead there. */
export async function openSite() {
  const page = { status: 200, body: '', type: 'text/html; charset=utf-8', etag: '', location: '' };
  const seen: { path: string; ifNoneMatch: string | undefined }[] = [];
  let held: (() => Promise<void>) | undefined;
  const server = createServer(async ({ url = '', headers }, response) => {
    seen.push({ path: url, ifNoneMatch: headers['if-none-match'] });
    const wait = held;
    held = undefined;
    await wait?.();
    if (page.location !== '' && url !== page.location) {
      response.writeHead(302, { location: page.location }).end();
      return;
    }
    const isKnown = page.etag !== '' && headers['if-none-match'] === page.etag;
    response.writeHead(isKnown ? 304 : page.status, {
      'content-type': page.type,
      ...(page.etag && { etag: page.etag }),
    });
    response.end(isKnown ? undefined : page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    page,
    seen,
    /** The next answer waits for it. */
    hold(wait: () => Promise<void>) {
      held = wait;
    },
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
