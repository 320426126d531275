/** Storage that may be forbidden, full or absent: then values live as long as the page. */
export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  drop(key: string): void;
  keys(prefix: string): string[];
};

export function openStorage(kind: 'localStorage' | 'sessionStorage'): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(run: (store: Storage) => Result, instead: () => Result): Result => {
    try {
      return run(window[kind]);
    } catch {
      return instead();
    }
  };
  return {
    read: (key) =>
      memory.get(key) ??
      attempt(
        (store) => store.getItem(key),
        () => null,
      ),
    write: (key, value) =>
      attempt(
        (store) => {
          store.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      ),
    drop: (key) => {
      memory.delete(key);
      attempt(
        (store) => store.removeItem(key),
        () => undefined,
      );
    },
    keys: (prefix) =>
      [
        ...new Set([
          ...memory.keys(),
          ...attempt(
            (store) => Object.keys(store),
            () => [],
          ),
        ]),
      ].filter((key) => key.startsWith(prefix)),
  };
}
