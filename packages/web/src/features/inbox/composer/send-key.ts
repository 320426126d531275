import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../platform/session/local-data.ts';

export type SendKey = 'enter' | 'ctrl-enter';

const listeners = new Set<() => void>();

function readSendKey(): SendKey {
  return readStored('sendKey') === 'ctrl-enter' ? 'ctrl-enter' : 'enter';
}

export function changeSendKey(key: SendKey): void {
  writeStored('sendKey', key);
  for (const listener of [...listeners]) listener();
}

/** Which key sends; a device setting. */
export function useSendKey(): SendKey {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readSendKey);
}

export type PressedKey = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; isComposing: boolean };

/** Whether a key press sends the message. Shift+Enter is always a new line; Enter of an input method never sends. */
export function isSendPress(event: PressedKey, sendKey: SendKey): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return false;
  return sendKey === 'enter' || event.ctrlKey || event.metaKey;
}
