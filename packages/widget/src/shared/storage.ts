import { type StoredName, storageKey } from './keys.ts';

/** Storage of one channel. It may be forbidden, full or absent: then values live as long as the page. */
export type SafeStorage = {
  read(name: StoredName): string | null;
  write(name: StoredName, value: string): void;
  drop(name: StoredName): void;
  /** Names that begin so, without that beginning. */
  list(prefix: string): string[];
  /** Calls with the name of an entry that another tab changed. */
  follow(onEntry: (name: string) => void): void;
};

export function openStorage(kind: 'localStorage' | 'sessionStorage', channelId: string): SafeStorage {
  const memory = new Map<string, string>();
  const root = storageKey(channelId, '');
  const attempt = <Result>(run: (store: Storage) => Result): Result | undefined => {
    try {
      return run(window[kind]);
    } catch {
      return undefined;
    }
  };

  return {
    read: (name) => memory.get(root + name) ?? attempt((store) => store.getItem(root + name)) ?? null,
    write: (name, value) => {
      const isStored = attempt((store) => {
        store.setItem(root + name, value);
        return true;
      });
      if (isStored) memory.delete(root + name);
      else memory.set(root + name, value);
    },
    drop: (name) => {
      memory.delete(root + name);
      attempt((store) => store.removeItem(root + name));
    },
    list: (prefix) =>
      [...new Set([...memory.keys(), ...(attempt(Object.keys) ?? [])])]
        .filter((key) => key.startsWith(root + prefix))
        .map((key) => key.slice((root + prefix).length)),
    follow: (onEntry) =>
      window.addEventListener('storage', ({ key }) => {
        if (key?.startsWith(root)) onEntry(key.slice(root.length));
      }),
  };
}
