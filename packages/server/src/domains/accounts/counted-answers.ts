import type { Config } from '../../platform/config/config.ts';
import type { AccountsDeps } from './deps.ts';

export type PlanCounts = Config['plans']['counts'];

/** Which answers a trial counts on this server; where only those of a model count and there is none, `nothing`. */
export function countedAnswers({ plans, hasModel }: Pick<AccountsDeps, 'plans' | 'hasModel'>): PlanCounts {
  return plans.counts === 'model' && !hasModel ? 'nothing' : plans.counts;
}
