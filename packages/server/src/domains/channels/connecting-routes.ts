import { implement } from '@orpc/server';
import { type ConnectState, contract } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Progress } from './connecting.ts';
import { describeOwn } from './describe-own.ts';
import { describeProgress } from './describe-progress.ts';
import { listNotInstalled, requireConnector } from './registry-port.ts';
import type { ChannelHandlerDeps } from './routes.ts';
import { showChannel } from './show-channel.ts';

const api = implement(contract.connecting).$context<ApiContext>();

/** Where a connection stands, as the API shows it. */
export function showProgress(
  progress: Progress,
  deps: Pick<ChannelHandlerDeps, 'connectors' | 'files' | 'channels'>,
): ConnectState {
  if (progress.isDone) {
    const { channel } = progress;
    return { status: 'done', channel: showChannel(channel, deps, describeOwn(deps, channel)) };
  }
  const { open } = progress;
  return describeProgress({ open, connector: requireConnector(deps.connectors, open.type) });
}

/** Handlers of `contract.connecting`. */
export function connectingHandlers(deps: ChannelHandlerDeps) {
  const { channels, requireBase, isBaseThere } = deps;
  const { connecting } = channels;
  const show = (progress: Progress) => showProgress(progress, deps);

  return {
    start: api.start.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { channelType: type, ...rest } = input;
      if (rest.knowledgeBaseId) await requireBase(accountId, rest.knowledgeBaseId);
      return show(await connecting.start({ ...rest, accountId, type }));
    }),
    all: api.all.handler(async ({ context }) => {
      const drafts = await connecting.list(requireUser(context).accountId);
      const notInstalled = await listNotInstalled(deps.connectors);
      return { connecting: drafts.map((open) => show({ isDone: false, open })), notInstalled };
    }),
    one: api.one.handler(async ({ input, context }) =>
      show(await connecting.find({ accountId: requireUser(context).accountId, id: input.id })),
    ),
    advance: api.advance.handler(async ({ input: { id, input }, context }) => {
      const { accountId } = requireUser(context);
      if (input.kind === 'review' && input.knowledgeBaseId) await requireBase(accountId, input.knowledgeBaseId);
      return show(await connecting.advance({ accountId, id, input, isBaseThere }));
    }),
    restart: api.restart.handler(async ({ input, context }) =>
      show(await connecting.restart({ accountId: requireUser(context).accountId, id: input.id })),
    ),
    cancel: api.cancel.handler(async ({ input, context }) => {
      await connecting.cancel({ accountId: requireUser(context).accountId, id: input.id });
      return { id: input.id };
    }),
    finishRedirect: api.finishRedirect.handler(async ({ input, context }) =>
      show(await connecting.finishRedirect({ accountId: requireUser(context).accountId, query: input.query })),
    ),
    poll: api.poll.handler(async ({ input, context }) =>
      show(await connecting.poll({ accountId: requireUser(context).accountId, id: input.id })),
    ),
  };
}
