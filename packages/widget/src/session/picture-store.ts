/** Pictures that wait in the outbox, kept over a reload; in memory where the browser has no database. */
export type PictureStore = {
  put(clientId: string, file: Blob): Promise<void>;
  get(clientId: string): Promise<Blob | undefined>;
  /** No longer needed after a reload; this page still shows it. */
  drop(clientId: string): Promise<void>;
};

const STORE_NAME = 'pictures';

export function openPictureStore(): PictureStore {
  const memory = new Map<string, Blob>();
  const database = openDatabase().catch(() => undefined);

  const run = async (mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<unknown>) => {
    try {
      const store = (await database)?.transaction(STORE_NAME, mode).objectStore(STORE_NAME);
      return store && (await act(store));
    } catch {
      return undefined;
    }
  };

  return {
    put: async (clientId, file) => {
      memory.set(clientId, file);
      await run('readwrite', (store) => settle(store.put(file, clientId)));
    },
    get: async (clientId) => {
      const known = memory.get(clientId);
      if (known !== undefined) return known;
      const stored = await run('readonly', (store) => settle<unknown>(store.get(clientId)));
      return stored instanceof Blob ? stored : undefined;
    },
    drop: async (clientId) => {
      await run('readwrite', (store) => settle(store.delete(clientId)));
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('otvet', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE_NAME);
  return settle(request);
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
