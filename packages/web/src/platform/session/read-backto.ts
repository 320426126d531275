const signPaths = ['/signin', '/signup', '/forgot-password'];

/**
 * Where to go after signing in: only a path of this origin that begins with exactly one `/`.
 * Control characters are refused too, because browsers drop them before reading `//`.
 */
export function readBackto(value: unknown, origin: string): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || hasControl(value)) return '/';
  const url = URL.parse(value, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return '/';
  if (signPaths.some((path) => url.pathname.startsWith(path))) return '/';
  return url.pathname + url.search + url.hash;
}

function hasControl(value: string): boolean {
  return [...value].some((letter) => letter <= ' ' || letter === '\u007f' || letter === '\\');
}
