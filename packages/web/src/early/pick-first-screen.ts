export type FirstScreen = 'sign' | 'inbox';

const OPEN_PATHS = /^\/(?:signin|signup|forgot-password|reset-password|confirm-email|privacy|signinas)(?:\/|$)/;

/** Which chunk a visit begins with: whoever is not signed in comes to the sign screens, everybody else to the shell. */
export function pickFirstScreen({ path, isSignedIn }: { path: string; isSignedIn: boolean }): FirstScreen {
  return isSignedIn && !OPEN_PATHS.test(path) ? 'inbox' : 'sign';
}

/** Whether a signed-in visit ends up in the inbox. */
export function isInbox(path: string): boolean {
  return /^\/(?:app\/?(?:(?:inbox|dashboard)\/?)?)?$/.test(path);
}
