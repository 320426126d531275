/** `sign-in` is that form alone, `sign` every other screen without a session. */
export type FirstScreen = 'sign-in' | 'sign' | 'inbox';

const OPEN_PATHS =
  /^\/(?:signin|signup|forgot-password|reset-password|confirm-email|confirm-notices|privacy|signinas)(?:\/|$)/;

/** Which chunk a visit begins with: whoever is not signed in comes to the sign screens, everybody else to the shell. */
export function pickFirstScreen({ path, isSignedIn }: { path: string; isSignedIn: boolean }): FirstScreen {
  if (isSignedIn) return OPEN_PATHS.test(path) ? 'sign' : 'inbox';
  return /^\/signin\/?$/.test(path) || isInbox(path) ? 'sign-in' : 'sign';
}

/** Whether a visit of somebody who is signed in ends up in the inbox. */
export function isInbox(path: string): boolean {
  return /^\/(?:app\/?(?:(?:inbox|dashboard)\/?)?)?$/.test(path);
}
