import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

/** Every screen but the sign-in of a first visit, by its address. */
export function Screens() {
  return <RouterProvider router={router} />;
}

/** Goes to an address; its screen is loaded when this ends, shown or not. */
export function goTo(step: { href: string; replace: boolean }): Promise<void> {
  return router.navigate(step);
}
