const FIRST_MS = 1000;
const MAX_MS = 30_000;

/** The longest that the session and the stream wait for the server, whatever it asks for: without them the chat is dead. */
export const MAX_LINK_WAIT_MS = 300_000;

/** Wait before try number 1, 2, …: doubled each time up to half a minute, half of it random so that visitors do not come back all at once. */
export function backoffMs(tries: number, random: number): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return full / 2 + (full / 2) * random;
}
