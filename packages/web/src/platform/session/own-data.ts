import { listStoredKeys, OWN, readStoredKey, watchStoredKeys, writeStoredKey } from './local-data.ts';
import { readIdentity } from './read-identity.ts';

/** Where the data of the signed-in person stands; null while nobody is signed in. */
export function ownPlace(): string | null {
  const identity = readIdentity(readStoredKey('idToken') ?? '');
  return identity === undefined ? null : `${OWN}${identity.uid}.`;
}

/** What this person, who belongs to one account, left in this browser; nobody else who signs in here is given it. */
export function readOwn(name: string): string | null {
  const own = ownPlace();
  return own === null ? null : readStoredKey(own + name);
}

/** Keeps a value of the signed-in person, or removes it with null. It outlives a session that is over, but no sign-out. */
export function writeOwn(name: string, value: string | null): void {
  const own = ownPlace();
  if (own !== null) writeStoredKey(own + name, value);
}

/** The names of this person's values that begin so. */
export function listOwn(beginning: string): string[] {
  const own = ownPlace();
  if (own === null) return [];
  return listStoredKeys(own + beginning).map((key) => key.slice(own.length));
}

/** Whoever signs out leaves nothing behind. */
export function forgetOwn(): void {
  for (const name of listOwn('')) writeOwn(name, null);
}

export type OwnChange = { name: string; before: string | null; after: string | null };

/** Calls back when another tab changes a value of the signed-in person whose name begins so. */
export function watchOwn(beginning: string, listener: (change: OwnChange) => void): () => void {
  return watchStoredKeys(({ key, before, after }) => {
    const own = ownPlace();
    if (own !== null && key.startsWith(own + beginning)) listener({ name: key.slice(own.length), before, after });
  });
}
