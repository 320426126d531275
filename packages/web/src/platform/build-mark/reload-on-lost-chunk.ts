const storageKey = 'otvet.reloaded-for';

/** A page that cannot be loaded on demand (a new build replaced it) reloads the app at its target, once per target and minute. */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (takeReload(window.location.pathname)) {
      event.preventDefault();
      window.location.reload();
    }
  });
}

function takeReload(path: string): boolean {
  const mark = `${path} ${Math.floor(Date.now() / 60_000)}`;
  if (window.sessionStorage.getItem(storageKey) === mark) return false;
  window.sessionStorage.setItem(storageKey, mark);
  return true;
}
