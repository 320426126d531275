import { useSelector } from '@tanstack/react-store';
import { createDeviceSetting } from '../../../platform/session/device-setting.ts';

export type SendKey = 'enter' | 'ctrl-enter';

const sendKey = createDeviceSetting<SendKey>('sendKey', ['enter', 'ctrl-enter']);

export const changeSendKey = sendKey.change;

/** Which key sends; a device setting. */
export function useSendKey(): SendKey {
  return useSelector(sendKey.value);
}

export type PressedKey = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; isComposing: boolean };

/** Whether a key press sends the message. Shift+Enter is always a new line; Enter of an input method never sends. */
export function isSendPress(event: PressedKey, sendKey: SendKey): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return false;
  return sendKey === 'enter' || event.ctrlKey || event.metaKey;
}
