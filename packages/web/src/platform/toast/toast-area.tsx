import './toast-styles.css';
import { Notifications } from '@mantine/notifications';

export function ToastArea() {
  return <Notifications position="bottom-right" containerWidth={268} limit={3} zIndex={400} />;
}
