import { ownPlace } from './own-data.ts';

/** A file that was chosen and not sent. `id` and `url` once it is uploaded, and when that was. */
export type KeptFile = { key: string; file: File; id: string | null; url: string | null; uploadedAt: number | null };

const DATABASE = 'otvet';
const STORE = 'files';

/** The files that the signed-in person left under this name. A browser that keeps none has none. */
export async function readOwnFiles(name: string): Promise<KeptFile[]> {
  const own = ownPlace();
  if (own === null) return [];
  const kept = await inStore('readonly', (store) => store.get(own + name)).catch(() => undefined);
  return Array.isArray(kept) ? kept.filter(isKeptFile) : [];
}

/** Keeps files of the signed-in person, as `writeOwn` keeps values; without any, none stay. */
export async function writeOwnFiles(name: string, files: readonly KeptFile[]): Promise<void> {
  const own = ownPlace();
  if (own === null) return;
  const change = (store: IDBObjectStore) =>
    files.length === 0 ? store.delete(own + name) : store.put([...files], own + name);
  // A full or forbidden storage loses only comfort, so it is not an error.
  await inStore('readwrite', change).catch(() => undefined);
}

/** Whoever signs out leaves no files behind. */
export async function forgetOwnFiles(): Promise<void> {
  const own = ownPlace();
  if (own === null) return;
  await inStore('readwrite', (store) => store.delete(IDBKeyRange.bound(own, `${own}\uffff`))).catch(() => undefined);
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = window.indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Only this module writes the value; what is checked is that an older build wrote the same shape.
function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const isKnown = typeof Reflect.get(value, 'key') === 'string' && Reflect.get(value, 'file') instanceof File;
  return isKnown && ['id', 'url', 'uploadedAt'].every((name) => name in value);
}
