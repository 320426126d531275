import type { Locale, UserData, UserDataUpdate } from '@otvet/contract';
import type { FastifyInstance } from 'fastify';
import { createAudit } from '../../platform/audit/index.ts';
import type { ApiUser, Authenticate } from '../../platform/http/api-context.ts';
import type { Log } from '../../platform/log/logger.ts';
import { createSignal } from '../../platform/signal/signal.ts';
import { type AccountFacts, createAccountFacts } from './account-facts.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { askEmailChange, confirmEmail } from './change-email.ts';
import { countedAnswers, type PlanCounts } from './counted-answers.ts';
import type { AccountsDeps, AccountsTools, UserDataChange } from './deps.ts';
import { deleteExpiredIdentityRows } from './identity-store.ts';
import { createSignInLink, signInAs } from './impersonate.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import {
  changePassword,
  forgotPassword,
  mailOwnResetLink,
  type PasswordSet,
  resetPassword,
} from './passwords/change-password.ts';
import { loadPasswordJudge } from './passwords/check-password.ts';
import { createHashTurns } from './passwords/hash-turns.ts';
import { createOwner, isEmailTaken, type Registered, type RegisterInput, register } from './register.ts';
import { registerAuthRoutes } from './sessions/auth-routes.ts';
import { createAuth } from './sessions/create-auth.ts';
import { createKnownDevices } from './sessions/known-devices.ts';
import { createSessionTokens } from './sessions/session-token.ts';
import { createSessionWatch } from './sessions/session-watch.ts';
import { createAccessTokenCheck } from './sessions/verify-access-token.ts';
import { type ChangedPlan, type PlanChange, setPlan } from './set-plan.ts';
import { changePhoto, getUserData, savePhoto, updateUserData } from './user-data.ts';

type From = { ip: string };
type Present = From & { gone?: AbortSignal };

/** Accounts, their people and how these prove who they are. */
export type Accounts = AccountFacts & {
  authenticate: Authenticate;
  registerAuthRoutes(app: FastifyInstance): void;
  /** Loads what first uses would wait for; throws when it cannot. */
  loadAhead(): Promise<void>;
  register(input: RegisterInput & Present): Promise<Registered>;
  /** Which answers the trial of a new account counts. */
  signUpOffer(): { counts: PlanCounts };
  isEmailTaken(input: { email: string } & From): Promise<boolean>;
  forgotPassword(input: { email: string } & From): Promise<void>;
  resetPassword(input: { token: string; password: string } & Present): Promise<PasswordSet>;
  mailOwnResetLink(input: { user: ApiUser } & From): Promise<void>;
  changePassword(
    input: { user: ApiUser; currentPassword: string; newPassword: string } & Present,
  ): Promise<PasswordSet>;
  askEmailChange(input: { user: ApiUser; email: string; password: string } & From): Promise<void>;
  confirmEmail(input: { token: string } & From): Promise<void>;
  signInAs(input: { token: string } & From): Promise<{ sessionToken: string }>;
  getUserData(user: ApiUser): Promise<UserData>;
  updateUserData(input: { user: ApiUser; update: UserDataUpdate } & From): Promise<UserData>;
  savePhoto(input: { user: ApiUser; file: File } & From): Promise<UserData>;
  removePhoto(input: { user: ApiUser } & From): Promise<UserData>;
  /** For the command line: a link valid for 60 s; undefined when nobody has the address. */
  createSignInLink(input: { email: string; by: string }): Promise<string | undefined>;
  /** For the command line: an account whose owner sets the password by the link. */
  createOwner(input: {
    email: string;
    name?: string;
    locale?: Locale;
  }): Promise<{ accountId: string; userId: string; link: string }>;
  /** For the command line: a new allowance; undefined when nobody has the address. */
  setPlan(change: PlanChange): Promise<ChangedPlan | undefined>;
  /** Hears of ended sessions at once on this node, within 5 s of other nodes': close their sockets. */
  onSessionsEnded(listener: (sessionIds: string[]) => void): () => void;
  /** Hears that a member's user data changed on this node. */
  onUserDataChanged(listener: (change: UserDataChange) => void): () => void;
  /** For those that change plan or counters: informs the listeners of user data. */
  noteUserDataChanged(change: UserDataChange): void;
  /** Deletes what has run out; to be called once a day. */
  deleteExpired(): Promise<void>;
  close(): Promise<void>;
};

export function createAccounts(deps: AccountsDeps): Accounts {
  const { pool, keyring, clock, newId, log } = deps;
  const changes = createSignal<UserDataChange>();
  const { facts, forget } = createAccountFacts(deps);
  const announceChange = (change: UserDataChange) => {
    forget(change);
    changes.emit(change);
  };
  const sessions = createSessionWatch({ pool, clock, log });
  const background = createBackground(log);
  const audit = createAudit(deps);
  const tools: AccountsTools = {
    ...deps,
    sessions,
    announceChange,
    inBackground: background.add,
    limits: createAttemptLimits(deps),
    tokens: createOneTimeTokens(deps),
    sessionTokens: createSessionTokens(keyring),
    knownDevices: createKnownDevices(deps),
    hashTurns: createHashTurns(),
    audit: audit.record,
  };
  const auth = createAuth({ pool, keyring, clock, newId, log, passwordCost: deps.passwordCost });
  return {
    ...bindUseCases(tools),
    ...facts,
    authenticate: createAuthenticate(tools),
    registerAuthRoutes: (app) => registerAuthRoutes(app, { tools, auth }),
    loadAhead: async () => {
      await Promise.all([auth.load(), loadPasswordJudge()]);
    },
    onSessionsEnded: sessions.onEnded,
    onUserDataChanged: changes.on,
    noteUserDataChanged: announceChange,
    deleteExpired: async () => {
      await deleteExpiredIdentityRows(pool, clock.now());
      await audit.deleteOld(pool);
    },
    close: async () => {
      await sessions.close();
      await background.end();
    },
  };
}

function bindUseCases(tools: AccountsTools) {
  return {
    register: (input: Parameters<Accounts['register']>[0]) => register(tools, input),
    signUpOffer: () => ({ counts: countedAnswers(tools) }),
    isEmailTaken: (input: Parameters<Accounts['isEmailTaken']>[0]) => isEmailTaken(tools, input),
    forgotPassword: (input: Parameters<Accounts['forgotPassword']>[0]) => forgotPassword(tools, input),
    resetPassword: (input: Parameters<Accounts['resetPassword']>[0]) => resetPassword(tools, input),
    mailOwnResetLink: (input: Parameters<Accounts['mailOwnResetLink']>[0]) => mailOwnResetLink(tools, input),
    changePassword: (input: Parameters<Accounts['changePassword']>[0]) => changePassword(tools, input),
    askEmailChange: (input: Parameters<Accounts['askEmailChange']>[0]) => askEmailChange(tools, input),
    confirmEmail: (input: Parameters<Accounts['confirmEmail']>[0]) => confirmEmail(tools, input),
    signInAs: (input: Parameters<Accounts['signInAs']>[0]) => signInAs(tools, input),
    getUserData: (user: ApiUser) => getUserData(tools, user),
    updateUserData: (input: Parameters<Accounts['updateUserData']>[0]) => updateUserData(tools, input),
    savePhoto: (input: Parameters<Accounts['savePhoto']>[0]) => savePhoto(tools, input),
    removePhoto: (input: Parameters<Accounts['removePhoto']>[0]) => changePhoto(tools, { ...input, fileId: null }),
    createSignInLink: (input: Parameters<Accounts['createSignInLink']>[0]) => createSignInLink(tools, input),
    setPlan: (change: PlanChange) => setPlan(tools, change),
    createOwner: (input: Parameters<Accounts['createOwner']>[0]) => createOwner(tools, input),
  };
}

function createBackground(log: Log) {
  const running = new Set<Promise<void>>();
  return {
    add: (work: Promise<void>) => {
      const watched = work
        .catch((error: unknown) => log.error({ err: error }, 'Work behind an answer failed'))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    end: async () => {
      await Promise.all(running);
    },
  };
}

function createAuthenticate({ pool, clock, sessions }: AccountsTools): Authenticate {
  const check = createAccessTokenCheck({ pool, clock });
  return async (token, beforeVerifying) => {
    const claims = await check(token, beforeVerifying);
    const user = claims && (await sessions.find(claims.sessionId));
    return user?.userId === claims?.userId ? user : undefined;
  };
}
