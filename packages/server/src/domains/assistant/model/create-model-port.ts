import type { Config } from '../../../platform/config/config.ts';
import type { VendorFetch } from '../../../platform/outbound/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createModelClient } from './create-model-client.ts';
import type { ModelPort } from './port.ts';

export type ModelPortDeps = {
  fetch: VendorFetch;
  clock: Clock;
  /** Longest silence before or between pieces of an answer. */
  idleMs?: number;
  maxAnswerBytes?: number;
};

const DEFAULT_IDLE_MS = 20_000;
const DEFAULT_MAX_ANSWER_BYTES = 1024 * 1024;

/** The configured model behind the port; undefined without one. */
export function createModelPort(config: Config['model'], deps: ModelPortDeps): ModelPort | undefined {
  if (config === undefined) return undefined;
  const write = createModelClient(config, {
    fetch: deps.fetch,
    clock: deps.clock,
    idleMs: deps.idleMs ?? DEFAULT_IDLE_MS,
    maxBytes: deps.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
  });
  const fallback =
    config.fallbackName === undefined || config.fallbackName === config.name ? [] : [config.fallbackName];
  return { names: [config.name, ...fallback], write };
}
