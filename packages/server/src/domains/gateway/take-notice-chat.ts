import type { PoolClient } from 'pg';
import type { InboundEvent } from '../../connectors/port.ts';
import { serverTexts } from '../../platform/texts/texts.ts';
import { isNoticeWord, type LiveChannel } from '../channels/index.ts';
import type { GatewayDeps } from './deps.ts';
import { settleEvent, type WaitingEvent } from './store.ts';

type Scene = { deps: GatewayDeps; channel: LiveChannel; event: WaitingEvent };

/**
 * Somebody of the account tells its own bot that news go to this chat: that is no customer. False for anything else; a
 * repeat changes nothing.
 */
export async function takeNoticeChat({ deps, channel, event }: Scene, events: InboundEvent[]): Promise<boolean> {
  const said = findNoticeWord(channel, events);
  if (said === undefined) return false;
  const { accountId, channelId, eventId } = event;
  const settle = async (tx: PoolClient) => {
    await settleEvent.run(tx, { accountId, channelId, eventId, state: 'done', note: 'notice_chat' });
  };
  if (!(await deps.channels.linkNoticeChat({ accountId, ...said }, settle))) return false;
  await confirm({ deps, channel, event }, said.chatId);
  return true;
}

/** The word for notices that stands in the events, if the channel carries them, and its chat. */
export const findNoticeWord = (channel: LiveChannel, events: InboundEvent[]) =>
  channel.descriptor.carriesNotices === true ? events.map(readWord).find((word) => word !== undefined) : undefined;

function readWord(event: InboundEvent): { word: string; chatId: string } | undefined {
  if (event.kind !== 'opened' && (event.kind !== 'message' || event.isOwn)) return undefined;
  const typed = event.kind === 'message' ? event.text.trim() : '';
  const word = [event.startWord ?? '', typed].find(isNoticeWord);
  return word === undefined ? undefined : { word, chatId: event.chat.id };
}

/** What is linked is linked, whether the words arrive or not. */
async function confirm({ deps, channel, event }: Scene, chatId: string): Promise<void> {
  const locale = channel.settings.aiLang === 'en' ? 'en' : 'ru';
  const text = serverTexts(locale, 'assistant.notices_linked');
  const content = { chatId, text, choices: null, endsChoices: false, template: null, photos: [], files: [] };
  const once = { replyToVendorId: null, isLate: false, idempotencyKey: event.eventId, sentParts: [] };
  await channel.connector.send({ ...content, ...once }, channel.self, deps.connectors.io).catch((error: unknown) => {
    deps.log.warn({ err: error, channelId: channel.id }, 'a chat could not be told that news go there');
  });
}
