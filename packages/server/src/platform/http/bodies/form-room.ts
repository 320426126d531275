import { limits } from '@otvet/contract';
import { AppError } from '../../errors/app-error.ts';
import type { Clock } from '../../time/clock.ts';

/** The largest form: one file and the words around it. */
export const MAX_FORM_BYTES = limits.photoBytes + 64 * 1024;

/** What all forms that are read or worked on may take in memory, and those of one owner. */
const ALL_BYTES = 64 * 1024 * 1024;
const OWN_BYTES = 2 * MAX_FORM_BYTES;
/** Ten photos may be chosen at once: those that find no room wait, with their bytes at the sender. */
const MAX_WAITING = 100;
const MAX_OWN_WAITING = 20;
const WAIT_MS = 15_000;
const RETRY_SECONDS = 5;

/** What a form may take: by its announced length, or twice the largest where it names none. Throws `files.too_large`. */
export function formBytes(contentLength: string | undefined): number {
  if (contentLength === undefined) return 2 * MAX_FORM_BYTES;
  const bytes = Number(contentLength);
  if (bytes > MAX_FORM_BYTES) throw new AppError('files.too_large');
  return bytes;
}

type Entry = { owner: string; bytes: number; admit: () => void };

/** Room for the bytes of forms, which are read whole. */
export type FormRoom = {
  /**
   * Waits its turn; call the result once, when the bytes are no longer needed. Throws `request.rate_limited` to an owner
   * who has too many waiting, `server.unavailable` when others take all the room.
   */
  take(form: { owner: string; bytes: number }): Promise<() => void>;
};

export function createFormRoom({ clock }: { clock: Clock }): FormRoom {
  const held = new Map<string, number>();
  const waiting = new Set<Entry>();
  let all = 0;

  const hasRoom = ({ owner, bytes }: Entry) => all + bytes <= ALL_BYTES && (held.get(owner) ?? 0) + bytes <= OWN_BYTES;

  function change(owner: string, bytes: number): void {
    all += bytes;
    const own = (held.get(owner) ?? 0) + bytes;
    if (own > 0) held.set(owner, own);
    else held.delete(owner);
  }

  function admitWaiting(): void {
    for (const entry of waiting) if (hasRoom(entry)) entry.admit();
  }

  function refusal(owner: string): AppError {
    const isOwn = (held.get(owner) ?? 0) > 0;
    return new AppError(isOwn ? 'request.rate_limited' : 'server.unavailable', { retryAfter: RETRY_SECONDS });
  }

  return {
    take: ({ owner, bytes }) =>
      new Promise((resolve, reject) => {
        let cancel: () => void = () => undefined;
        const entry: Entry = {
          owner,
          bytes,
          admit: () => {
            cancel();
            waiting.delete(entry);
            change(owner, bytes);
            resolve(() => {
              change(owner, -bytes);
              admitWaiting();
            });
          },
        };
        if (hasRoom(entry)) return entry.admit();
        const own = [...waiting].filter((other) => other.owner === owner).length;
        if (waiting.size >= MAX_WAITING || own >= MAX_OWN_WAITING) return reject(refusal(owner));
        waiting.add(entry);
        cancel = clock.after(WAIT_MS, () => {
          waiting.delete(entry);
          reject(refusal(owner));
        });
      }),
  };
}
