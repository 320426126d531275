import { decodeJwt, errors, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Queryable } from '../../../platform/database/queryable.ts';
import type { ClaimedSession } from '../../../platform/http/api-context.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type PublicKeyRow, readPublicKeys } from '../identity-store.ts';
import { accessTokens } from './session-rules.ts';

type AccessClaims = { userId: string; sessionId: string };
/** `beforeVerifying`: see Authenticate. */
type VerifyAccessToken = (
  token: string,
  beforeVerifying?: (claimed: ClaimedSession) => void,
) => Promise<AccessClaims | undefined>;

const MAX_CHARACTERS = 4_096;
const MAX_REMEMBERED = 5_000;
const RELOAD_PAUSE_MS = 1_000;
const ALGORITHM = 'EdDSA';

const claims = z.object({ sub: z.string().min(1), sid: z.string().min(1), iat: z.number(), exp: z.number() });
const publicKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
type VerifyKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;
type Remembered = AccessClaims & { from: number; until: number };

/** The key or the claims are none of ours. */
class ForeignTokenError extends Error {}

/**
 * Checks a token against our own public keys: one algorithm, our issuer and audience, 60 s of leeway. Genuine tokens
 * are remembered, since checking a signature waits behind password hashing for a thread.
 */
export function createAccessTokenCheck({ pool, clock }: { pool: Queryable; clock: Clock }): VerifyAccessToken {
  const keys = createKeyCache({ pool, clock });
  const remembered = new Map<string, Remembered>();
  return async (token, beforeVerifying) => {
    if (token.length > MAX_CHARACTERS) return undefined;
    const now = clock.now();
    const known = remembered.get(token) ?? (await verify({ token, now, keys, beforeVerifying }));
    if (known === undefined || !isCurrent(known, now)) {
      remembered.delete(token);
      return undefined;
    }
    remember(remembered, token, known);
    return { userId: known.userId, sessionId: known.sessionId };
  };
}

type KeyCache = (header: JWTHeaderParameters) => Promise<VerifyKey>;

type Question = {
  token: string;
  now: Date;
  keys: KeyCache;
  beforeVerifying: ((claimed: ClaimedSession) => void) | undefined;
};

async function verify({ token, now, keys, beforeVerifying }: Question) {
  const findKey: KeyCache = async (header) => {
    const claimed = claims.safeParse(decodeJwt(token));
    if (!claimed.success) throw new ForeignTokenError();
    const key = await keys(header);
    beforeVerifying?.({ sessionId: claimed.data.sid });
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: [ALGORITHM],
      issuer: accessTokens.issuer,
      audience: accessTokens.audience,
      clockTolerance: accessTokens.leewaySeconds,
      maxTokenAge: accessTokens.lifeSeconds,
      currentDate: now,
    });
    const read = claims.safeParse(payload);
    if (!read.success) return undefined;
    const { sub, sid, iat, exp } = read.data;
    return { userId: sub, sessionId: sid, from: iat * 1000, until: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof ForeignTokenError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}

function isCurrent({ from, until }: Remembered, now: Date): boolean {
  const leeway = accessTokens.leewaySeconds * 1000;
  return from - leeway <= now.getTime() && now.getTime() < until + leeway;
}

function remember(remembered: Map<string, Remembered>, token: string, known: Remembered): void {
  if (remembered.size >= MAX_REMEMBERED && !remembered.has(token)) {
    const oldest = remembered.keys().next();
    if (!oldest.done) remembered.delete(oldest.value);
  }
  remembered.set(token, known);
}

function createKeyCache({ pool, clock }: { pool: Queryable; clock: Clock }): KeyCache {
  let keys = new Map<string, { key: VerifyKey; until: number }>();
  let loadedAt = Number.NEGATIVE_INFINITY;
  const load = async () => {
    const rows = await readPublicKeys.all(pool, {});
    const entries = await Promise.all(rows.map(importKey));
    keys = new Map(entries);
  };
  return async ({ kid }) => {
    if (typeof kid !== 'string') throw new ForeignTokenError();
    const now = clock.now().getTime();
    // An unknown key id may be a key made by another node; strangers cannot make us ask more often than this.
    if (!keys.has(kid) && Math.abs(now - loadedAt) >= RELOAD_PAUSE_MS) {
      await load();
      loadedAt = now;
    }
    const found = keys.get(kid);
    if (found === undefined || found.until <= now) throw new ForeignTokenError();
    return found.key;
  };
}

async function importKey(row: PublicKeyRow) {
  const key = await importJWK(publicKey.parse(JSON.parse(row.publicKey)), ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('A signing key is not a public key');
  const until = row.expiresAt === null ? Number.POSITIVE_INFINITY : row.expiresAt.getTime();
  const entry: [string, { key: VerifyKey; until: number }] = [
    row.id,
    { key, until: until + accessTokens.keyGraceSeconds * 1000 },
  ];
  return entry;
}
