import type { Locale, WidgetSession } from '@otvet/contract';
import { buildOpenedEvent } from '../../connectors/widget/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { hashVisitorToken, isVisitorToken, newVisitorToken } from './access/visitor-tokens.ts';
import type { VisitorDeps, WidgetChannel } from './deps.ts';
import { findVisitor, insertVisitor, touchVisitor } from './store.ts';

type SessionDeps = Pick<VisitorDeps, 'pool' | 'clock' | 'random' | 'newId' | 'gateway'>;

/** The known visitor of a token. A token that nobody has is refused: the browser forgets it and starts again. */
export async function resumeSession(
  deps: SessionDeps,
  channel: WidgetChannel,
  { token, locale }: { token: string; locale: Locale },
): Promise<WidgetSession> {
  const onChannel = { accountId: channel.accountId, channelId: channel.id };
  const visitor = isVisitorToken(token)
    ? await findVisitor.first(deps.pool, { ...onChannel, tokenHash: hashVisitorToken(token) })
    : undefined;
  if (visitor === undefined) throw new AppError('widget.token_invalid');
  await touchVisitor.run(deps.pool, { ...onChannel, visitorId: visitor.id, locale, now: deps.clock.now() });
  return { token, dialogId: visitor.id, isKnown: true, hasContact: visitor.hasContact };
}

/**
 * A new visitor. The browser asks for it when the window opens for the first time, so a page view costs no row.
 * The greeting is shown by the window itself; the event informs the core only where the owner greets at all.
 */
export async function openSession(
  deps: SessionDeps,
  channel: WidgetChannel,
  { locale }: { locale: Locale },
): Promise<WidgetSession> {
  const now = deps.clock.now();
  const visitorId = deps.newId();
  const token = newVisitorToken(deps.random);
  const { accountId, id: channelId } = channel;
  const tokenHash = hashVisitorToken(token);
  await insertVisitor.run(deps.pool, { accountId, channelId, visitorId, tokenHash, locale, now });
  if (channel.settings.greeting.trim() !== '') {
    const opened = buildOpenedEvent({ visitor: { id: visitorId, locale }, at: now });
    await deps.gateway.acceptEvents({ accountId, channelId, events: [opened] });
  }
  return { token, dialogId: visitorId, isKnown: false, hasContact: false };
}
