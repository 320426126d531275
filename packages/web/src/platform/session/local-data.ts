const PREFIX = 'otvet.';

/** What the browser keeps between visits. `device`, `locale`, `sendKey` and `shortcuts` belong to the device and outlive a sign-out. */
export type StoredName =
  | 'sessionToken'
  | 'idToken'
  | 'fromSignForm'
  | 'socialSignUp'
  | 'device'
  | 'locale'
  | 'sendKey'
  | 'shortcuts'
  | 'trialSeen'
  | 'newsSound'
  | 'newsNotices'
  | 'newsTold';

const kept: readonly StoredName[] = ['device', 'locale', 'sendKey', 'shortcuts'];

/** Before the names of what belongs to one person, see `own-data.ts`. */
export const OWN = 'own.';

/** Reads a value; a browser that forbids storage has none. */
export function readStored(name: StoredName): string | null {
  return readStoredKey(name);
}

/** Writes a value, or removes it with null. A full or forbidden storage loses only comfort, so it is not an error. */
export function writeStored(name: StoredName, value: string | null): void {
  writeStoredKey(name, value);
}

/** Reads a value whose name is put together. */
export function readStoredKey(key: string): string | null {
  try {
    return window.localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Writes a value whose name is put together, or removes it with null. */
export function writeStoredKey(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(PREFIX + key);
    else window.localStorage.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

/** The keys that begin so. */
export function listStoredKeys(beginning: string): string[] {
  try {
    const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX + beginning));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Reads a value that this tab alone keeps, over a reload. */
export function readOfTab(name: string): string | null {
  try {
    return window.sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Writes a value of this tab, or removes it with null. */
export function writeOfTab(name: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(PREFIX + name);
    else window.sessionStorage.setItem(PREFIX + name, value);
  } catch {
    return;
  }
}

/** Clears the data of a session that is over. What a person left stays for when he comes back. */
export function clearStored(): void {
  try {
    for (const key of Object.keys(window.sessionStorage)) {
      if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key);
    }
    for (const key of Object.keys(window.localStorage)) {
      const isKept = key.startsWith(PREFIX + OWN) || kept.some((name) => key === PREFIX + name);
      if (key.startsWith(PREFIX) && !isKept) window.localStorage.removeItem(key);
    }
  } catch {
    return;
  }
}

/** Calls back when another tab changes a value. */
export function watchStored(name: StoredName, listener: (value: string | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === PREFIX + name || event.key === null) listener(readStored(name));
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}

/** Calls back with every value that another tab changes. */
export function watchStoredKeys(
  listener: (change: { key: string; before: string | null; after: string | null }) => void,
): () => void {
  const handle = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key?.startsWith(PREFIX)) listener({ key: key.slice(PREFIX.length), before: oldValue, after: newValue });
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
