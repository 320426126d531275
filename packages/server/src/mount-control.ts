import { locale, personName } from '@otvet/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from './domains/accounts/index.ts';
import { AppError } from './platform/errors/app-error.ts';
import { bearerToken, isOfThisMachine } from './platform/http/index.ts';
import { isSameSecret } from './platform/secrets/is-same-secret.ts';
import type { Keyring } from './platform/secrets/keyring.ts';

export const ownerInput = z.strictObject({
  email: z.email().max(254),
  name: personName.default(''),
  locale: locale.default('ru'),
});
export const signInLinkInput = z.strictObject({ email: z.email().max(254), by: z.string().trim().min(1).max(100) });

type CommandAccounts = Pick<Accounts, 'createOwner' | 'createSignInLink'>;

/** What the command line may ask, of a running server or of a data folder that nobody serves. */
export const commands = {
  'create-owner': async (accounts: CommandAccounts, body: unknown) => ({
    link: (await accounts.createOwner(ownerInput.parse(body))).link,
  }),
  'sign-in-link': async (accounts: CommandAccounts, body: unknown) => ({
    link: (await accounts.createSignInLink(signInLinkInput.parse(body))) ?? null,
  }),
} as const;

export type CommandName = keyof typeof commands;

/** Whoever can read the keys of the data folder may command its server. */
export function controlKey(keyring: Keyring): string {
  const [key] = keyring.derive('control');
  if (!key) throw new Error('The keyring is empty');
  return key.bytes.toString('base64url');
}

/** The key alone is not enough: a leaked one is of no use from elsewhere, and a browser always says which page asks. */
function isCommandLine(request: FastifyRequest, expected: string): boolean {
  const isPage = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
  return isOfThisMachine(request) && !isPage && isSameSecret(bearerToken(request.headers.authorization), expected);
}

/** `POST /control/{command}` for the command line on this machine. */
export function mountControl(
  app: FastifyInstance,
  { accounts, keyring }: { accounts: CommandAccounts; keyring: Keyring },
): void {
  const expected = controlKey(keyring);
  for (const [name, run] of Object.entries(commands)) {
    app.post(`/control/${name}`, async (request) => {
      if (!isCommandLine(request, expected)) throw new AppError('request.not_found');
      return await run(accounts, request.body);
    });
  }
}
