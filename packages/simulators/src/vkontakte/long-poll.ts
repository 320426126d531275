import { type Exchange, sendJson } from '../http/serve.ts';
import type { World } from './world.ts';

const MAX_WAIT_SECONDS = 90;

/** Bots Long Poll: `failed` 1 = numbers begin anew, 2 = the key is over, 3 = both. */
export function handleLongPoll(world: World, { url, response }: Exchange): void {
  const { longPoll } = world;
  const from = Number(url.searchParams.get('ts'));
  if (url.searchParams.get('key') !== longPoll.key || !longPoll.isEnabled) {
    sendJson(response, { status: 200, body: { failed: 2 } });
    return;
  }
  if (!Number.isInteger(from) || from > longPoll.events.length) {
    sendJson(response, { status: 200, body: { failed: 1, ts: String(longPoll.events.length) } });
    return;
  }
  const answer = () => {
    clearTimeout(timer);
    end();
    sendJson(response, {
      status: 200,
      body: { ts: String(longPoll.events.length), updates: longPoll.events.slice(from) },
    });
  };
  const hasNews = () => longPoll.events.length > from;
  const waitSeconds = Math.min(Number(url.searchParams.get('wait') ?? 25), MAX_WAIT_SECONDS);
  const timer = setTimeout(answer, hasNews() ? 0 : waitSeconds * 1000);
  const end = world.news.subscribe((news) => {
    if (news === 'event' && hasNews()) answer();
  });
  response.on('close', () => {
    clearTimeout(timer);
    end();
  });
}
