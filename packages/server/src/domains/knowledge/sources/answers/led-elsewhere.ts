const LOGIN_PATH = /\/(?:wp-)?(?:log[-_]?in|sign[-_]?in|auth|sso|oauth2?|vhod)(?:\.\w{1,5})?(?:\/|$)/i;
const LOGIN_HOST = /^(?:log-?in|sign-?in|auth|sso|passport|accounts?)\./i;

/** The redirects of a link end where people log in, and it was not asked for itself. */
export function isSentToLogin(link: string, end: string): boolean {
  return isLogin(new URL(end)) && !isLogin(new URL(link));
}

/** The redirects of a link to a page end at the home page. */
export function isSentHome(link: string, end: string): boolean {
  return new URL(end).pathname === '/' && new URL(link).pathname !== '/';
}

const isLogin = ({ hostname, pathname }: URL) => LOGIN_PATH.test(pathname) || LOGIN_HOST.test(hostname);
