import { createAtom, useSelector } from '@tanstack/react-store';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { errorText } from '../../../../platform/api/error-text.ts';
import type { FileFault } from './judge-files.ts';

/** A file on its way: it stays in the list until the server has it, or a person removes it where there is something to say. */
export type SendingFile = {
  key: number;
  baseId: string;
  hint: string;
  /** The source whose place it takes; null: the one of its name, or none. */
  replaces: string | null;
  file: File;
  /** From 0 to 1. */
  share: number;
  /** `known`: the base has its content under another name, which is `knownAs`. */
  state: 'waiting' | 'sending' | 'refused' | 'known';
  knownAs: string;
  fault: FileFault | null;
  error: unknown;
};

type Purpose = { baseId: string; hint: string; replaces?: string | null };
/** Gives the name under which the base has the file already, where that is another one. */
type SendFile = (sending: SendingFile, onSent: (share: number) => void) => Promise<string | undefined>;

/** Files that are sent one after another, whatever screen is shown meanwhile. */
export function createSending(send: SendFile) {
  const files = createAtom<readonly SendingFile[]>([]);
  let nextKey = 1;
  let isRunning = false;

  const change = (key: number, changes: Partial<SendingFile>) =>
    files.set((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const dismiss = (key: number) => files.set((before) => before.filter((one) => one.key !== key));

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = findWaiting(); next !== undefined; next = findWaiting()) {
      const { key } = next;
      change(key, { state: 'sending', share: 0 });
      try {
        const knownAs = await send(next, (share) => change(key, { share }));
        if (knownAs === undefined) dismiss(key);
        else change(key, { state: 'known', knownAs });
      } catch (error) {
        change(key, { state: 'refused', error });
      }
    }
    isRunning = false;
  }

  const findWaiting = () => files.get().find(({ state }) => state === 'waiting');

  return {
    files,
    add(judged: readonly { file: File; fault: FileFault | null }[], { baseId, hint, replaces = null }: Purpose) {
      const added = judged.map(({ file, fault }): SendingFile => {
        const state = fault === null ? 'waiting' : 'refused';
        return { key: nextKey++, baseId, hint, replaces, file, share: 0, state, knownAs: '', fault, error: null };
      });
      files.set((before) => [...before, ...added]);
      return run();
    },
    again(...keys: number[]) {
      for (const key of keys) change(key, { state: 'waiting', fault: null, error: null });
      return run();
    },
    dismiss,
  };
}

export type Sending = ReturnType<typeof createSending>;

/** The files of a base that are on their way. */
export function useSendingFiles({ files }: Sending, baseId: string): SendingFile[] {
  return useSelector(files).filter((one) => one.baseId === baseId);
}

/** A picture, and no model of the server sees images: sending it again changes nothing. */
export const isUnseen = ({ error }: Pick<SendingFile, 'error'>): boolean =>
  error instanceof ApiError && error.code === 'knowledge.pictures_not_read';

/** One that did not arrive, or that the server may take another time. */
export const maySendAgain = ({ state, fault, error }: Pick<SendingFile, 'state' | 'fault' | 'error'>): boolean =>
  state === 'refused' && fault === null && !isUnseen({ error });

/** In words why the server did not take a file. */
export const refusalText = ({ error }: SendingFile): string => errorText(error);
