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

/** `messages` is a whole number or the word `unlimited`: everything comes as text from the command line. */
const planInput = z.strictObject({
  email: z.email().max(254),
  messages: z
    .union([z.literal('unlimited'), z.coerce.number().int().min(0).max(1_000_000_000)])
    .transform((value) => (value === 'unlimited' ? null : value)),
  days: z.coerce.number().int().min(0).max(36_500).optional(),
});

type CommandAccounts = Pick<Accounts, 'createOwner' | 'createSignInLink' | 'setPlan'>;

/** What the command line may ask, of a running server or of a data folder that nobody serves. */
export const commands = {
  'create-owner': async (accounts: CommandAccounts, body: unknown) => ({
    link: (await accounts.createOwner(ownerInput.parse(body))).link,
  }),
  'sign-in-link': async (accounts: CommandAccounts, body: unknown) => ({
    link: (await accounts.createSignInLink(signInLinkInput.parse(body))) ?? null,
  }),
  plan: async (accounts: CommandAccounts, body: unknown) => {
    const changed = await accounts.setPlan(planInput.parse(body));
    if (changed === undefined) return { text: null };
    const until = changed.endsAt.toISOString().slice(0, 10);
    const words = changed.messages === null ? 'no limit of answers' : `${changed.messages} answers until ${until}`;
    return { text: `${changed.plan}: ${words}` };
  },
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
