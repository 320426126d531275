import { api } from '../platform/api/client.ts';
import { translate, withTexts } from '../platform/texts/texts.ts';
import { putConnectState } from './connecting.ts';
import { readReturnPlace } from './return-place.ts';

/** Hands over what the platform sent the browser back with; gives where to go on. */
export async function finishRedirect(search: string) {
  // A toast may be said about it, so the words come first.
  await withTexts(['channels'], async () => translate);
  const state = await api.connecting.finishRedirect({ query: Object.fromEntries(new URLSearchParams(search)) });
  const id = state.status === 'step' ? state.id : state.channel.id;
  putConnectState(id, state);
  const to = readReturnPlace() === 'wizard' ? '/wizard/channels/' : '/app/channels/';
  return { to, search: { connecting: id } } as const;
}
