import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@otvet/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface FastifyInstance {
    openSpool: (accountId: string | undefined) => Spool;
  }
}

/** Files of one form that are too many, or wait too long, for the memory: they lie on disk until the form was worked on. */
export type Spool = {
  /**
   * The file as it was, read from the disk when somebody asks for its bytes. Throws `request.rate_limited` where those of its
   * account take their part of the disk, `server.unavailable` where all do or the disk takes no more, `request.invalid` once the
   * form is over.
   */
  keep(file: { pieces: Buffer[]; name: string; type: string }): Promise<File>;
  /** For good: what is written at that moment goes too, and counts until it has gone. */
  clear(): Promise<void>;
};

export type SpoolBounds = { ofAccount: number; all: number };

/** A form of the largest size, and a sheet or two beside it. */
const BOUNDS: SpoolBounds = { ofAccount: 12 * limits.sourceBytes, all: 60 * limits.sourceBytes };
const RETRY_SECONDS = 30;

type SpoolOptions = { folder?: string | undefined; bounds?: SpoolBounds | undefined };

/** `folder`: its own, emptied at the start: what a crash left there belongs to nobody. */
export function addSpool(app: FastifyInstance, { folder = ownFolder(), bounds = BOUNDS }: SpoolOptions = {}): void {
  const held = new Map<string, number>();
  const empty = () => rm(folder, { recursive: true, force: true });
  app.addHook('onReady', empty);
  app.addHook('onClose', empty);
  app.decorate('openSpool', (accountId) => openSpool({ folder, bounds, held, accountId }));
}

const ownFolder = () => join(tmpdir(), `otvet-uploads-${process.pid}`);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

type Opened = { folder: string; bounds: SpoolBounds; held: Map<string, number>; accountId: string | undefined };

function openSpool({ folder, bounds, held, accountId = '' }: Opened): Spool {
  const paths: string[] = [];
  const writes = new Set<Promise<void>>();
  let taken = 0;
  let isOver = false;
  const change = (bytes: number) => {
    taken += bytes;
    const left = (held.get(accountId) ?? 0) + bytes;
    if (left > 0) held.set(accountId, left);
    else held.delete(accountId);
  };
  const take = (bytes: number) => {
    const retry = { retryAfter: RETRY_SECONDS };
    if ((held.get(accountId) ?? 0) + bytes > bounds.ofAccount) throw new AppError('request.rate_limited', retry);
    if (sum(held.values()) + bytes > bounds.all) throw new AppError('server.unavailable', retry);
    change(bytes);
  };
  const write = async (path: string, pieces: Buffer[]) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, pieces, { mode: 0o600 });
  };
  // A full disk, or no free descriptor: no fault of whoever sends.
  const failed = (cause: unknown) => {
    throw new AppError('server.unavailable', { cause, retryAfter: RETRY_SECONDS });
  };
  return {
    async keep({ pieces, name, type }) {
      // Whoever reads a form that broke off may still hold a whole file of it.
      if (isOver) throw new AppError('request.invalid', { details: { body: 'form' } });
      // Before it is written: what arrives at the same time is counted too.
      take(sum(pieces.map(({ length }) => length)));
      // No name that a person chose ever reaches a path.
      const path = join(folder, randomUUID());
      paths.push(path);
      const writing = write(path, pieces);
      writes.add(writing);
      await writing.finally(() => writes.delete(writing)).catch(failed);
      return new File([await openAsBlob(path, { type }).catch(failed)], name, { type });
    },
    async clear() {
      isOver = true;
      await Promise.allSettled(writes);
      for (const path of paths.splice(0)) await rm(path, { force: true });
      change(-taken);
    },
  };
}
