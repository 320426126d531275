import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { createConfined } from '../../platform/confined/index.ts';
import type { Domain } from '../../platform/domain/domain.ts';
import { createOutboundFetch, type OutboundFetch, type VendorFetch } from '../../platform/outbound/index.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import type { Channels } from '../channels/index.ts';
import type { Dialogs } from '../dialogs/index.ts';
import { checkHandlers } from './check-routes.ts';
import { maxHeldBeside } from './embedding/base-vectors.ts';
import { meaningHandlers } from './embedding/choice/meaning-routes.ts';
import { openSearchByMeaning } from './embedding/choice/open-search-by-meaning.ts';
import { createServiceEmbedders } from './embedding/create-service-embedder.ts';
import { type AnswersFrom, createFindings, type FindingsDeps } from './findings/create-findings.ts';
import { createUnanswered } from './findings/find-unanswered.ts';
import { createKnowledge, type Knowledge, type PictureReader } from './index.ts';
import { createPagePairs } from './page-pairs/create-page-pairs.ts';
import { createReadPagePairs } from './page-pairs/create-read-page-pairs.ts';
import { pagePairHandlers } from './page-pairs/page-pair-routes.ts';
import { documentProcess, previewProcess } from './reading/index.ts';
import { knowledgeHandlers } from './routes.ts';
import { createSearchTexts } from './search-turns.ts';
import { createSources } from './sources/create-sources.ts';
import { createFetchGoogle, type FetchGoogle } from './sources/google/fetch-google.ts';
import { createPace } from './sources/google/pace.ts';
import { createPreparePicture } from './sources/pictures/create-prepare-picture.ts';
import { createReadBytes } from './sources/read-bytes.ts';
import { sourceHandlers } from './sources/source-routes.ts';
import { createSpreadsheets } from './spreadsheets/create-spreadsheets.ts';
import { createReadSheets } from './spreadsheets/read-sheets.ts';
import { spreadsheetHandlers } from './spreadsheets/spreadsheet-routes.ts';

const CHECK_EVERY_MS = 15_000;
const DROP_EVERY_MS = 60_000;
const GOOGLE_EVERY_MS = 1000;

/** A stand-in lies where private addresses are; else the guards are those of every link. */
function createGoogle({ googleDocsUrl, isPrivateAddressAllowed }: Config, clock: Clock): FetchGoogle {
  const isNear = isPrivateAddressAllowed || googleDocsUrl !== undefined;
  const fetch = createOutboundFetch({ isPrivateAddressAllowed: isNear });
  return createFetchGoogle({ fetch, standIn: googleDocsUrl, pace: createPace({ clock, everyMs: GOOGLE_EVERY_MS }) });
}

export function createKnowledgeDomain(
  platform: PlatformParts,
  {
    channels,
    dialogs,
    fetchLink,
    pictureReader,
    vendorFetch,
  }: {
    channels: Channels;
    dialogs: Pick<Dialogs, 'answersFrom' | 'unanswered'>;
    fetchLink: OutboundFetch;
    /** By the model of the assistant, which comes after knowledge in the order. */
    pictureReader: PictureReader;
    vendorFetch: VendorFetch;
  },
): Domain<Knowledge> {
  const { config, database, clock, newId, log, files, jobs, confined } = platform;
  const searchTexts = createSearchTexts(database);
  const deps = { pool: database.pool, clock, newId, log, channels, files, searchTexts };
  const { embedders, meaning, ...models } = openSearchByMeaning(platform, {
    service: createServiceEmbedders(config.embedding, { fetch: vendorFetch, clock }),
    serviceName: config.embedding?.name,
    progressOf: (accountId) => knowledge.embeddingProgress(accountId),
    chosen: (accountId) => knowledge.noteEmbedder(accountId),
  });
  const knowledge: Knowledge = createKnowledge({
    ...deps,
    embedding: { embedders, jobs, maxHeld: maxHeldBeside(database.kind) },
  });
  const changed = knowledge.noteChanged;
  const links = { fetchLink, fetchGoogle: createGoogle(config, clock), changed };
  // Pictures do not wait for a book, nor does whoever waits for a spreadsheet. Bounds are times of the machine.
  const documents = createConfined({
    ...{ clock: systemClock, log, ...documentProcess },
    folder: join(config.dataDir, 'reading'),
  });
  const previews = createConfined({ clock: systemClock, log, ...previewProcess });
  const spreadsheets = createSpreadsheets({ ...deps, ...links, readSheets: createReadSheets({ confined: previews }) });
  const pictures = { reader: pictureReader, prepare: createPreparePicture(confined) };
  const sources = createSources({ ...deps, ...links, jobs, read: createReadBytes(documents), pictures });
  const pagePairs = createPagePairs({ ...deps, fetchLink, changed, readPagePairs: createReadPagePairs(previews) });
  const answersFrom: AnswersFrom = (input) => dialogs.answersFrom(input);
  const noteChanged = (base: { accountId: string; knowledgeBaseId: string }) => knowledge.noteChecked(base);
  const decided: FindingsDeps['decided'] = (source) => {
    changed(source.accountId, source.knowledgeBaseId);
    sources.tell(source);
  };
  const findings = createFindings({ ...deps, answersFrom, noteChanged, decided });
  const unanswered = createUnanswered({ ...deps, noteChanged, unanswered: (input) => dialogs.unanswered(input) });
  return {
    door: knowledge,
    handlers: () => ({
      checks: checkHandlers(knowledge, { findings, unanswered }),
      learning: knowledgeHandlers(knowledge),
      pagePairs: pagePairHandlers(pagePairs),
      meaning: meaningHandlers(meaning),
      sources: sourceHandlers(sources),
      spreadsheets: spreadsheetHandlers(spreadsheets),
    }),
    connectSockets: (realtime) => {
      knowledge.onChanged(({ accountId, id }) => realtime.publish(accountId, 'knowledge.changed', { id }));
      sources.onChanged(({ accountId, id, knowledgeBaseId }) =>
        realtime.publish(accountId, 'source.changed', { id, knowledgeBaseId }),
      );
    },
    periodicTasks: [
      { name: 'knowledge.check-sources', everyMs: CHECK_EVERY_MS, work: sources.checkDue },
      { name: 'knowledge.find-contradictions', everyMs: CHECK_EVERY_MS, work: findings.checkChanged },
      { name: 'knowledge.drop-deleted', everyMs: DROP_EVERY_MS, work: knowledge.dropDeleted },
      { name: 'knowledge.embed-waiting', everyMs: CHECK_EVERY_MS, work: knowledge.embedWaiting },
      ...models.periodicTasks,
    ],
    readyChecks: [
      { name: 'documents', check: documents.check },
      { name: 'previews', check: previews.check },
    ],
    stop: async () => {
      await models.close();
      await Promise.all([documents.close(), previews.close()]);
    },
  };
}
