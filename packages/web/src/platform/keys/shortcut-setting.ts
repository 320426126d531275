import { useSelector } from '@tanstack/react-store';
import { createDeviceSetting } from '../session/device-setting.ts';

const shortcuts = createDeviceSetting('shortcuts', ['on', 'off']);

/** Whether one-letter and Alt keys are on; a device setting. */
export function areShortcutsOn(): boolean {
  return shortcuts.value.get() === 'on';
}

export function switchShortcuts(isOn: boolean): void {
  shortcuts.change(isOn ? 'on' : 'off');
}

/** The setting; draws again when it changes. */
export function useShortcutsOn(): boolean {
  return useSelector(shortcuts.value) === 'on';
}
