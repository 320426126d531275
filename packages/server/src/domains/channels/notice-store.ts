import type { ChannelSettings } from '@otvet/contract';
import { json, statement } from '../../platform/database/statement.ts';
import { IS_CONNECTED } from './store.ts';

/** The notices go to a chat that said a word of this round, once; no row where the round is over. */
export const linkNotices = statement({
  sql: `update channels set settings = settings || :settings, notice_round = notice_round + 1, updated_at = :now
    where account_id = :accountId and id = :id and ${IS_CONNECTED} and notice_round = :round`,
  params: {
    accountId: 'uuid',
    id: 'uuid',
    settings: json<Partial<ChannelSettings>>(),
    round: 'int4',
    now: 'timestamptz',
  },
});
