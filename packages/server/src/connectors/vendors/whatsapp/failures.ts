import { RATE_LIMITED } from '@otvet/contract';
import type { GraphTable, GraphVerdict } from '../meta/graph-failures.ts';

// Codes: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes, read 2026-11-23.

const rejected = (reason: string): GraphVerdict => ({ kind: 'rejected', reason });
const broken = (reason: string): GraphVerdict => ({ kind: 'unauthorized', reason });
const REFUSED = rejected('refused');
const TEMPORARY: GraphVerdict = { kind: 'retry', reason: 'vendor_error' };
const OF_NUMBER: GraphVerdict = { kind: 'rate-limited', reason: RATE_LIMITED, limitScope: 'channel' };
const OF_CHAT: GraphVerdict = { kind: 'rate-limited', reason: RATE_LIMITED, limitScope: 'chat' };

export const whatsappFailures: GraphTable = {
  0: broken('token_revoked'),
  3: broken('no_rights'),
  131005: broken('no_rights'),
  131031: broken('account_blocked'),
  131037: broken('name_not_approved'),
  131042: broken('payment_needed'),
  131045: broken('number_unregistered'),
  133010: broken('number_unregistered'),
  4: OF_NUMBER,
  80007: OF_NUMBER,
  130429: OF_NUMBER,
  131048: OF_NUMBER,
  131064: OF_NUMBER,
  133016: OF_NUMBER,
  131056: OF_CHAT,
  131000: TEMPORARY,
  131016: TEMPORARY,
  131057: TEMPORARY,
  131047: rejected('window_closed'),
  131021: REFUSED,
  131026: rejected('recipient_unreachable'),
  131030: rejected('not_in_test_list'),
  131049: rejected('marketing_limit'),
  131050: rejected('marketing_stopped'),
  131062: rejected('recipient_unreachable'),
  131063: REFUSED,
  130472: rejected('marketing_limit'),
  130497: rejected('country_restricted'),
  137000: REFUSED,
  100: REFUSED,
  131008: REFUSED,
  131009: REFUSED,
  131051: REFUSED,
  131052: rejected('file_refused'),
  131053: rejected('file_refused'),
  132000: rejected('template_variables'),
  132001: rejected('template_missing'),
  132005: rejected('template_variables'),
  132007: rejected('template_refused'),
  132008: rejected('template_variables'),
  132012: rejected('template_variables'),
  132015: rejected('template_paused'),
  132016: rejected('template_paused'),
  132068: rejected('template_refused'),
  132069: rejected('template_refused'),
};

/** What a code means that comes later, with a status. */
export function readCode(code: number | undefined): GraphVerdict {
  return whatsappFailures[code ?? ''] ?? REFUSED;
}
