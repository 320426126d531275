import type { Config } from '../../../../platform/config/config.ts';
import { createConfined } from '../../../../platform/confined/index.ts';
import { createOutboundFetch } from '../../../../platform/outbound/index.ts';
import type { PlatformParts } from '../../../../platform/parts/open-platform.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { createEmbedders } from '../choose-embedder.ts';
import { embeddingProcess } from '../local/create-local-embedder.ts';
import { createLocalModel } from '../local/create-local-model.ts';
import { describeModel } from '../local/local-model.ts';
import { findRuntime } from '../local/open-runtime.ts';
import type { Embedders } from '../port.ts';
import { createSearchByMeaning, type SearchByMeaningDeps } from './create-search-by-meaning.ts';

/** https://huggingface.co/docs/hub/models-downloading, read 2026-11-25. */
const HUB_URL = 'https://huggingface.co';
const LOOK_EVERY_MS = 5000;

type OpenSearchOptions = {
  /** What the host has set up by its settings, and its model. */
  service?: Embedders | undefined;
} & Pick<SearchByMeaningDeps, 'serviceName' | 'progressOf' | 'chosen'>;

/** Everything that turns texts into vectors, and the choice between it. */
export function openSearchByMeaning(platform: PlatformParts, { service, ...told }: OpenSearchOptions) {
  const { config, database, clock, sharedClock, log, nodeId, newId } = platform;
  const { pool } = database;
  // Its bounds are times of the machine, whatever time the product lives in.
  const confined = createConfined({ clock: systemClock, log, ...embeddingProcess });
  const local = createLocalModel({
    ...{ pool, clock, sharedClock, log, nodeId, confined },
    ...hubOf(config),
    model: describeModel(config.localEmbedding.model, config.dataDir),
    runtime: findRuntime(),
    isWorker: config.role !== 'web',
  });
  const embedders = createEmbedders({ pool, clock, local, service });
  const meaning = createSearchByMeaning({
    ...{ pool, clock, newId, local, embedders, ...told },
  });
  return {
    embedders,
    meaning,
    periodicTasks: [{ name: 'knowledge.have-model', everyMs: LOOK_EVERY_MS, work: local.look }],
    async close() {
      await local.close();
      await confined.close();
    },
  };
}

/** A hub of one's own lies where private addresses are; else the guards are those of every link. */
function hubOf({ localEmbedding: { hubUrl }, isPrivateAddressAllowed }: Config) {
  const fetch = createOutboundFetch({ isPrivateAddressAllowed: isPrivateAddressAllowed || hubUrl !== undefined });
  return { fetch, hubUrl: hubUrl ?? HUB_URL };
}
