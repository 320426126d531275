import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Channels } from '../channels/index.ts';
import { createKnowledge, type Knowledge } from './index.ts';
import { knowledgeHandlers } from './routes.ts';

export function createKnowledgeDomain(
  { database, clock, newId, log }: PlatformParts,
  { channels }: { channels: Channels },
): Domain<Knowledge> {
  const knowledge = createKnowledge({ pool: database.pool, clock, newId, log, channels });
  return {
    door: knowledge,
    handlers: () => ({ learning: knowledgeHandlers(knowledge) }),
    connectSockets: (realtime) => {
      knowledge.onChanged(({ accountId, id }) => realtime.publish(accountId, 'knowledge.changed', { id }));
    },
  };
}
