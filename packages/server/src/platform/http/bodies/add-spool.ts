import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface FastifyInstance {
    openSpool: () => Spool;
  }
}

/** Files of one form that are too many for the memory: they lie on disk until the form was worked on. */
export type Spool = {
  /** The file as it was, read from the disk when somebody asks for its bytes. */
  keep(file: { bytes: Buffer; name: string; type: string }): Promise<File>;
  clear(): Promise<void>;
};

/** `folder`: its own, emptied at the start: what a crash left there belongs to nobody. */
export function addSpool(app: FastifyInstance, folder: string = join(tmpdir(), `otvet-uploads-${process.pid}`)): void {
  const empty = () => rm(folder, { recursive: true, force: true });
  app.addHook('onReady', empty);
  app.addHook('onClose', empty);
  app.decorate('openSpool', () => openSpool(folder));
}

function openSpool(folder: string): Spool {
  const paths: string[] = [];
  return {
    async keep({ bytes, name, type }) {
      // No name that a person chose ever reaches a path.
      const path = join(folder, randomUUID());
      paths.push(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600 });
      return new File([await openAsBlob(path, { type })], name, { type });
    },
    async clear() {
      for (const path of paths.splice(0)) await rm(path, { force: true });
    },
  };
}
