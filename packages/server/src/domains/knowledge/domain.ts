import type { Domain } from '../../platform/domain/domain.ts';
import type { OutboundFetch } from '../../platform/outbound/index.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Channels } from '../channels/index.ts';
import { createKnowledge, type Knowledge } from './index.ts';
import { knowledgeHandlers } from './routes.ts';
import { createSources } from './sources/create-sources.ts';
import { readPlainText } from './sources/read-plain-text.ts';
import { sourceHandlers } from './sources/source-routes.ts';

const CHECK_EVERY_MS = 15_000;

export function createKnowledgeDomain(
  { database, clock, newId, log, files, jobs }: PlatformParts,
  { channels, fetchLink }: { channels: Channels; fetchLink: OutboundFetch },
): Domain<Knowledge> {
  const deps = { pool: database.pool, clock, newId, log, channels, files };
  const knowledge = createKnowledge(deps);
  const changed = knowledge.noteChanged;
  const sources = createSources({ ...deps, jobs, fetchLink, changed, read: readPlainText });
  return {
    door: knowledge,
    handlers: () => ({ learning: knowledgeHandlers(knowledge), sources: sourceHandlers(sources) }),
    connectSockets: (realtime) => {
      knowledge.onChanged(({ accountId, id }) => realtime.publish(accountId, 'knowledge.changed', { id }));
      sources.onChanged(({ accountId, id, knowledgeBaseId }) =>
        realtime.publish(accountId, 'source.changed', { id, knowledgeBaseId }),
      );
    },
    periodicTasks: [{ name: 'knowledge.check-sources', everyMs: CHECK_EVERY_MS, work: sources.checkDue }],
  };
}
