import type { Socket } from 'node:net';

/** What a client has taken so far, and whether anything waits for it. */
type Progress = { flushed: number; queued: number };

/** Judges, look by look, whether a client still takes what it asked for. */
export type WriteProgress = {
  /** True when the client has taken too little for too long; `now` in milliseconds of a clock that nobody sets. */
  isStalled(now: number): boolean;
};

export function watchWriteProgress(
  socket: Socket,
  { stalledMs, minBytes }: { stalledMs: number; minBytes: number },
): WriteProgress {
  let since: { at: number; seen: Progress } | undefined;
  return {
    isStalled(now) {
      if (socket.writableLength === 0) {
        since = undefined;
        return false;
      }
      const seen = readProgress(socket);
      if (since === undefined || bytesTaken(since.seen, seen) >= minBytes) {
        since = { at: now, seen };
        return false;
      }
      return now - since.at >= stalledMs;
    },
  };
}

/** A chunk that is being written counts as unwritten until its end; within it only the queue of the handle moves. */
function readProgress(socket: Socket): Progress {
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return { flushed: socket.bytesWritten - socket.writableLength, queued: typeof queued === 'number' ? queued : 0 };
}

function bytesTaken(before: Progress, after: Progress): number {
  return after.flushed - before.flushed + Math.max(0, before.queued - after.queued);
}
