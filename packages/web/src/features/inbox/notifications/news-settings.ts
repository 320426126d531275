import { useSelector } from '@tanstack/react-store';
import { appEvents } from '../../../platform/events/app-events.ts';
import { createDeviceSetting } from '../../../platform/session/device-setting.ts';

const sound = createDeviceSetting('newsSound', ['on', 'off']);
const notices = createDeviceSetting('newsNotices', ['off', 'on']);

// They belong to the person: who signs in next in this browser begins anew.
appEvents.on('signed-out', () => {
  sound.change('on');
  notices.change('off');
});

export const isSoundOn = () => sound.value.get() === 'on';
export const areNoticesOn = () => notices.value.get() === 'on' && noticePermission() === 'granted';

/** What the browser allows; `missing` where it has no notifications, or not at an address without https. */
export function noticePermission(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}

export function switchSound(isOn: boolean): void {
  sound.change(isOn ? 'on' : 'off');
}

/** Asks the browser for its permission, which it grants at a click alone. */
export async function switchNotices(isOn: boolean): Promise<void> {
  if (isOn && noticePermission() === 'default') await Notification.requestPermission();
  notices.change(isOn && noticePermission() === 'granted' ? 'on' : 'off');
}

/** The settings; draws again when they change. */
export function useNewsSettings(): { hasSound: boolean; hasNotices: boolean } {
  const isSound = useSelector(sound.value) === 'on';
  const isNotices = useSelector(notices.value) === 'on';
  return { hasSound: isSound, hasNotices: isNotices && noticePermission() === 'granted' };
}
