import './toast-styles.css';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { keepToastsClear } from './keep-clear.ts';

export function ToastArea() {
  useEffect(keepToastsClear, []);
  return <Notifications withinPortal={false} position="bottom-right" containerWidth={268} limit={3} zIndex={400} />;
}
