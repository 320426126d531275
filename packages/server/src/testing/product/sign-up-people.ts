import { randomUUID } from 'node:crypto';
import type { Role } from '@otvet/contract';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Accounts } from '../../domains/accounts/index.ts';
import type { Answer, CallOptions } from '../call-api.ts';

/** Somebody who is signed in. */
export type Person = {
  email: string;
  password: string;
  uid: string;
  accountId: string;
  sessionToken: string;
  accessToken: string;
};

/** Ways to be somebody in the running product. */
export type People = {
  signUp(changes?: { email?: string; name?: string; locale?: 'ru' | 'en' }): Promise<Person>;
  /** A further member of an account; team screens come later, so the row is written here. */
  addMember(accountId: string, role: Role): Promise<Person>;
  /** Support that works in this person's account. */
  impersonate(person: Person): Promise<Person>;
  /** A fresh identity token of a session. */
  accessToken(sessionToken: string): Promise<string>;
};

type Deps = {
  api(method: string, path: string, options?: CallOptions): Promise<Answer>;
  pool: Pool;
  accounts: Pick<Accounts, 'createSignInLink'>;
};

export const GOOD_PASSWORD = 'seven quiet rivers';

export function createPeople({ api, pool, accounts }: Deps): People {
  async function accessToken(sessionToken: string): Promise<string> {
    const { body } = await api('GET', '/auth/token', { token: sessionToken });
    return z.string().parse(body.token);
  }

  async function register({ email = `${randomUUID()}@shop.example`, name = 'Анна', locale = 'ru' } = {}) {
    // Tests sign up more people from one address than the limit lets through.
    await pool.query('delete from auth_attempts');
    const body = { email, password: GOOD_PASSWORD, name, locale, privacyAccepted: true };
    const answer = await api('POST', '/v1/mailer/send-register/', { body });
    if (answer.status !== 201) throw new Error(`Sign-up failed: ${answer.text}`);
    return { email, ...z.object({ uid: z.string(), sessionToken: z.string() }).parse(answer.body) };
  }

  async function enter(known: { email: string; uid: string; sessionToken: string }): Promise<Person> {
    const { rows } = await pool.query<{ account_id: string }>('select account_id from members where user_id = $1', [
      known.uid,
    ]);
    const token = await accessToken(known.sessionToken);
    return { ...known, password: GOOD_PASSWORD, accountId: rows[0]?.account_id ?? '', accessToken: token };
  }

  return {
    accessToken,
    signUp: async (changes) => enter(await register(changes)),
    addMember: async (accountId, role) => {
      const known = await register();
      await pool.query('update members set account_id = $1, role = $2 where user_id = $3', [
        accountId,
        role,
        known.uid,
      ]);
      return enter(known);
    },
    impersonate: async (person) => {
      const link = await accounts.createSignInLink({ email: person.email, by: 'support' });
      const token = /signinas\/([\w-]+)/.exec(link ?? '')?.[1];
      const { body } = await api('POST', '/v1/account/sign-in-as/', { body: { token } });
      return enter({ ...person, sessionToken: z.string().parse(body.sessionToken) });
    },
  };
}
