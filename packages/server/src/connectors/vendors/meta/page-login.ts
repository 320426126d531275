import type { FieldValues } from '@otvet/contract';
import type { ChoiceStep, RedirectStep, StepContext } from '../../connect-port.ts';
import { ConnectorError } from '../../port.ts';
import { listPages, loginUrl, type MetaPage } from './pages.ts';
import { exchangeCode, exchangeToken, installationApp, type MetaApp, requireCode } from './tokens.ts';

/** A kind of channel that is reached through a page, with the installation's own application. */
export type PageChannel = {
  /** What the person is asked to allow. */
  scopes: readonly string[];
  /** Whether the owner chose this way. */
  isChosen(values: FieldValues): boolean;
  /** Why a page cannot be chosen, as a key of the texts; null where it can. */
  findObstacle(page: MetaPage): string | null;
  titleOf(page: MetaPage): string;
  /** What is kept of the chosen page; the login itself is not: a page is all that the channel may touch. */
  keep(page: MetaPage, app: MetaApp): FieldValues;
};

function requireApplication({ io }: StepContext): MetaApp {
  const app = installationApp(io);
  if (!app) throw new ConnectorError('unsupported', { reason: 'not_configured' });
  return app;
}

/** The login on the platform's page. The only page that can be chosen is taken at once. */
export function createLoginStep(kind: PageChannel, name = 'login'): RedirectStep {
  return {
    kind: 'redirect',
    name,
    isNeeded: ({ values }) => kind.isChosen(values),
    open: ({ state, returnUrl }, context) =>
      loginUrl(context.io, { app: requireApplication(context), scopes: kind.scopes, state, returnUrl }),
    take: async (query, { returnUrl }, context) => {
      const { io, values } = context;
      const app = requireApplication(context);
      const short = await exchangeCode(io, { app, code: requireCode(query), returnUrl });
      const token = await exchangeToken(io, { app, token: short });
      const [only, ...others] = (await listPages(io, { app, token })).filter(
        (page) => kind.findObstacle(page) === null,
      );
      if (only && others.length === 0) return { ...values, ...kind.keep(only, app) };
      return { ...values, userToken: token };
    },
  };
}

/** One of several pages; what cannot be chosen says why. */
export function createPageStep(kind: PageChannel, title: string): ChoiceStep {
  const list = (context: StepContext) => {
    const { userToken: token = '' } = context.values;
    return listPages(context.io, { app: requireApplication(context), token });
  };
  return {
    kind: 'choice',
    name: 'page',
    title,
    isNeeded: ({ values }) => values.userToken !== undefined,
    list: async (context) =>
      (await list(context)).map((page) => {
        const obstacle = kind.findObstacle(page);
        return { value: page.id, title: kind.titleOf(page), hint: obstacle, isAvailable: obstacle === null };
      }),
    take: async (id, context) => {
      const page = (await list(context)).find((one) => one.id === id);
      if (!page || kind.findObstacle(page) !== null) throw new ConnectorError('rejected', { reason: 'no_rights' });
      const { userToken: _login, ...values } = context.values;
      return { ...values, ...kind.keep(page, requireApplication(context)) };
    },
  };
}
