import { AsyncLocalStorage } from 'node:async_hooks';
import { sealed } from './frames.ts';

type Values = Record<string, Record<string, unknown>>;
export type KeyStore = {
  get(type: string, ids: string[]): Promise<Record<string, unknown>>;
  set(data: Values): Promise<void>;
};
export type SignalKeys = KeyStore & { transaction<T>(work: () => Promise<T>, key: string): Promise<T> };
export type SignalRepository = {
  decryptMessage(given: { jid: string; type: string; ciphertext: Uint8Array }): Promise<Uint8Array>;
  lidMapping: Record<'getLIDForPN' | 'getPNForLID', (jid: string) => Promise<string | null>>;
};

/** One piece of work after another. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = tail.then(work);
    tail = done.catch(() => undefined);
    return done;
  };
}

/** As `addTransactionCapability` of the library: what one transaction writes is stored by one `set`, at its end. */
export function addTransactions(store: KeyStore): SignalKeys {
  const running = new AsyncLocalStorage<Values>();
  const mutex = createMutex();
  return {
    async get(type, ids) {
      const found = await store.get(type, ids);
      const written = running.getStore()?.[type] ?? {};
      return { ...found, ...Object.fromEntries(ids.flatMap((id) => (id in written ? [[id, written[id]]] : []))) };
    },
    async set(data) {
      const written = running.getStore();
      if (!written) return await store.set(data);
      for (const [type, values] of Object.entries(data)) written[type] = { ...written[type], ...values };
    },
    transaction(work) {
      if (running.getStore()) return work();
      return mutex(async () => {
        const written: Values = {};
        const result = await running.run(written, work);
        if (Object.keys(written).length > 0) await store.set(written);
        return result;
      });
    },
  };
}

const CHAIN = 'all';
const PADDING = 1;

/** Each message turns the keys on: what was read once, or with keys that are not the newest, cannot be read. */
export function makeRepository(
  { keys }: { keys: SignalKeys },
  lidMapping: SignalRepository['lidMapping'],
): SignalRepository {
  return {
    lidMapping,
    decryptMessage: ({ jid, ciphertext }) =>
      keys.transaction(async () => {
        const { count, isNewChain, message } = sealed.parse(JSON.parse(Buffer.from(ciphertext).toString('utf8')));
        const known = Number((await keys.get('session', [CHAIN]))[CHAIN] ?? 0);
        if (isNewChain ? count === known : count <= known) throw new Error('Key used already or never filled');
        if (!isNewChain && count !== known + 1) throw new Error('Bad MAC');
        await keys.set({ session: { [CHAIN]: count } });
        return Buffer.concat([Buffer.from(JSON.stringify(message)), Buffer.alloc(PADDING, PADDING)]);
      }, jid),
  };
}
