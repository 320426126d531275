import { createAtom, useSelector } from '@tanstack/react-store';
import { readOfTab, writeOfTab } from '../session/local-data.ts';
import { isNewerBuild, readBuildMark } from './build-mark.ts';

const isChunkLost = createAtom(false);

/**
 * Watches for parts of the app that cannot be loaded on demand. When a new build replaced them the app reloads at its
 * target, once per target and minute. While the server is only away nothing is reloaded by itself: a browser that is
 * reloaded then has nothing to show, and what was opened and typed would be gone.
 */
export function watchLostChunks(): void {
  window.addEventListener('vite:preloadError', noteLostPart);
}

/** A part of this build could not be loaded. */
export function noteLostPart(): void {
  isChunkLost.set(true);
  void reloadIntoNewBuild();
}

async function reloadIntoNewBuild(): Promise<void> {
  const newest = await readBuildMark().catch(() => undefined);
  if (isNewerBuild(newest, import.meta.env.BUILD_MARK) && takeReload(window.location.pathname)) {
    window.location.reload();
  }
}

function takeReload(path: string): boolean {
  const mark = `${path} ${Math.floor(Date.now() / 60_000)}`;
  if (readOfTab('reloaded-for') === mark) return false;
  writeOfTab('reloaded-for', mark);
  return true;
}

/** Reloads the app where it is, if the server answers; browsers ask for a lost part only once per document. */
export async function reloadWhereItIs(): Promise<void> {
  const isReachable = await readBuildMark().then(
    () => true,
    () => false,
  );
  if (isReachable) window.location.reload();
}

/** Whether this document lacks a part that could not be loaded; draws again when the first one is lost. */
export function useLostChunk(): boolean {
  return useSelector(isChunkLost);
}
