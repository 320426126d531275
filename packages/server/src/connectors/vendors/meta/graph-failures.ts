import { RATE_LIMITED } from '@otvet/contract';
import { z } from 'zod';
import { readFailedAnswer } from '../../calls/failures.ts';
import { ConnectorError, type ConnectorErrorKind, type LimitScope } from '../../port.ts';

/** https://developers.facebook.com/docs/graph-api/guides/error-handling, read 2026-11-23. */
const failureBody = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().optional().catch(undefined),
    message: z.string().catch(''),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});

/** `limitScope`: whose limit it is, where the code says so. */
export type GraphVerdict = { kind: ConnectorErrorKind; reason: string; limitScope?: LimitScope };

/** Meanings by `code/subcode`, which comes first, or `code`. */
export type GraphTable = Readonly<Record<string, GraphVerdict>>;

const TEMPORARY = { kind: 'retry', reason: 'vendor_error' } as const;
const LIMITED = { kind: 'rate-limited', reason: RATE_LIMITED } as const;
const NO_RIGHTS = { kind: 'unauthorized', reason: 'no_rights' } as const;

/** What these codes mean is the same for all products of the platform; a product's own table comes before. */
const commonTable: GraphTable = {
  1: TEMPORARY,
  2: TEMPORARY,
  4: LIMITED,
  10: NO_RIGHTS,
  17: LIMITED,
  32: LIMITED,
  190: { kind: 'unauthorized', reason: 'token_revoked' },
  368: { kind: 'unauthorized', reason: 'account_blocked' },
  613: LIMITED,
  1200: TEMPORARY,
};

type Answer = {
  status: number;
  headers: Record<string, string>;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds: its code decides, whatever the status. */
export function readGraphFailure({ status, headers, body, isEffect }: Answer, table: GraphTable = {}): ConnectorError {
  const error = failureBody.safeParse(body).data?.error;
  const failure = error && { words: error.message, retryAfter: headers['retry-after'] };
  if (!error || status === 504 || status === 429 || status < 300)
    return readFailedAnswer({ status, failure, isEffect }, {});
  const verdict = findVerdict(error, table) ?? (error.is_transient || status >= 500 ? TEMPORARY : undefined);
  if (verdict?.kind !== 'rate-limited')
    return new ConnectorError(verdict?.kind ?? 'rejected', { reason: verdict?.reason ?? 'refused' });
  const { limitScope = 'unsaid' } = verdict;
  const pause = { words: error.message, retryAfter: headers['retry-after'], limitScope };
  return readFailedAnswer({ status: 429, failure: pause, isEffect }, {});
}

type GraphError = z.output<typeof failureBody>['error'];

function findVerdict({ code, error_subcode: subcode }: GraphError, table: GraphTable): GraphVerdict | undefined {
  const found = table[`${code}/${subcode}`] ?? table[code] ?? commonTable[code];
  // Permissions have numbers of their own, one for each.
  return found ?? (code >= 200 && code < 300 ? NO_RIGHTS : undefined);
}
