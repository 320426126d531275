export function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}

export function onVisibilityChange(listener: () => void): void {
  document.addEventListener('visibilitychange', listener);
}
