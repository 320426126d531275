import { limits } from '@otvet/contract';
import type { Pool } from 'pg';
import type { Log } from '../../../platform/log/logger.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { NewId } from '../../../platform/time/ids.ts';
import { hashPassword, type PasswordCost, verifyPassword } from '../passwords/hash-password.ts';
import { accessTokens, CLIENT_ADDRESS_HEADER, sessionLife } from './session-rules.ts';

type AuthDeps = {
  pool: Pool;
  keyring: Keyring;
  clock: Clock;
  newId: NewId;
  log: Log;
  passwordCost: PasswordCost;
};

const passwordRules = { minPasswordLength: limits.passwordMin, maxPasswordLength: limits.passwordMax };

/** Names of better-auth's tables and columns; migration 0002-accounts.sql creates them. */
const tables = {
  user: {
    modelName: 'auth_user',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'auth_session',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    modelName: 'auth_account',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'auth_verification',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  jwks: {
    modelName: 'auth_jwks',
    fields: {
      publicKey: 'public_key',
      privateKey: 'private_key',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
  },
};

/** The options of better-auth; apart from the instance so that a test can compare them with the migration. */
export async function authOptions(deps: AuthDeps) {
  const [{ bearer }, { jwt }] = await Promise.all([
    import('better-auth/plugins/bearer'),
    import('better-auth/plugins/jwt'),
  ]);
  return {
    appName: 'Otvet',
    // Never shown to anybody: requests are made by our own routes and mails write their links themselves.
    baseURL: 'http://localhost',
    basePath: '/api/auth',
    secrets: deps.keyring.derive('identity').map(({ version, bytes }) => ({
      version,
      value: bytes.toString('base64url'),
    })),
    database: deps.pool,
    telemetry: { enabled: false },
    // Tries are counted by our own limits, in the database and per account as well.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => deps.newId() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
    },
    // Accounts are made by our own registration alone; passwords are changed by our own calls.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      ...passwordRules,
      password: { hash: (password: string) => hashPassword(password, deps.passwordCost), verify: verifyPassword },
    },
    user: tables.user,
    account: tables.account,
    verification: tables.verification,
    session: { ...tables.session, expiresIn: sessionLife.idleSeconds, updateAge: sessionLife.refreshSeconds },
    logger: {
      level: 'error' as const,
      // The message alone: the arguments may hold addresses.
      log: (_level: string, message: string) => deps.log.error({ source: 'better-auth' }, message),
    },
    plugins: [bearer(), jwt(jwtOptions(deps.clock))],
  };
}

function jwtOptions(clock: Clock) {
  return {
    disableSettingJwtHeader: true,
    schema: { jwks: tables.jwks },
    jwks: {
      keyPairConfig: { alg: 'EdDSA' as const, crv: 'Ed25519' as const },
      rotationInterval: accessTokens.keyDays * 86_400,
      gracePeriod: accessTokens.keyGraceSeconds,
    },
    jwt: {
      issuer: accessTokens.issuer,
      audience: accessTokens.audience,
      definePayload: ({ session }: { session: { id: string } }) => {
        const now = Math.floor(clock.now().getTime() / 1000);
        return { sid: session.id, iat: now, exp: now + accessTokens.lifeSeconds };
      },
    },
  };
}

/** The part of better-auth that we use: sign-in, sign-out, sessions, access tokens and their public keys. */
export type Auth = {
  handler: (request: Request) => Promise<Response>;
  /** Loads what the first request would wait for. */
  load(): Promise<unknown>;
};

/** Loaded at its first use: better-auth is more than half of the modules that a start would read. */
export function createAuth(deps: AuthDeps, open = openBetterAuth): Auth {
  let loading: ReturnType<typeof openBetterAuth> | undefined;
  const load = () => {
    loading ??= open(deps).catch((error: unknown) => {
      // A machine without descriptors, files that are being replaced: the next request tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return { handler: async (request) => (await load()).handler(request), load };
}

async function openBetterAuth(deps: AuthDeps): Promise<Pick<Auth, 'handler'>> {
  const { betterAuth } = await import('better-auth');
  return betterAuth(await authOptions(deps));
}
