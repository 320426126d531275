import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskStep } from './disk-trace.ts';

type Write = {
  position: number;
  data: Buffer;
};

/** A file as the disk has it, and what was written to it since without an fsync. */
type DiskFile = {
  content: Buffer;
  unsynced: Write[];
};

/**
 * Makes the folder that a power cut would leave: the image before the trace, what was synced, and a random half of
 * the writes that were not. That files are created, renamed and resized in order is taken for granted.
 */
export function cutPower(options: {
  image: string;
  steps: ReadonlyArray<{ step: DiskStep; data: Buffer }>;
  target: string;
  random: () => number;
  /** Plays the disk of an engine whose fsync does nothing. */
  ignoreSyncs?: boolean;
}): void {
  const { image, steps, target, random, ignoreSyncs = false } = options;
  cpSync(image, target, { recursive: true });
  const files = new Map<string, DiskFile>();
  for (const { step, data } of steps) {
    if (step.kind !== 'sync' || !ignoreSyncs) {
      applyStep({ files, target, step, data });
    }
  }
  for (const [path, file] of files) {
    file.unsynced = file.unsynced.filter(() => random() < 0.5);
    syncFile(file);
    writeFileSync(join(target, path), file.content);
  }
}

function applyStep(parts: { files: Map<string, DiskFile>; target: string; step: DiskStep; data: Buffer }): void {
  const { files, target, step, data } = parts;
  const place = join(target, step.path);
  switch (step.kind) {
    case 'write':
      openFile(files, { target, path: step.path }).unsynced.push({ position: step.position, data });
      return;
    case 'sync':
      // A folder is synced too; its entries are taken for safe anyway.
      syncFile(files.get(step.path) ?? { content: Buffer.alloc(0), unsynced: [] });
      return;
    case 'resize':
      resizeFile(openFile(files, { target, path: step.path }), step.size);
      return;
    case 'create':
      step.isFolder ? mkdirSync(place) : writeFileSync(place, '');
      return;
    case 'rename':
      renameSync(place, join(target, step.to));
      moveFile(files, step);
      return;
    case 'remove':
      rmSync(place, { recursive: true });
      files.delete(step.path);
      return;
  }
}

function openFile(files: Map<string, DiskFile>, place: { target: string; path: string }): DiskFile {
  const known = files.get(place.path);
  if (known !== undefined) {
    return known;
  }
  const path = join(place.target, place.path);
  const file: DiskFile = { content: existsSync(path) ? readFileSync(path) : Buffer.alloc(0), unsynced: [] };
  files.set(place.path, file);
  return file;
}

function moveFile(files: Map<string, DiskFile>, step: DiskStep & { kind: 'rename' }): void {
  const file = files.get(step.path);
  files.delete(step.path);
  files.delete(step.to);
  if (file !== undefined) {
    files.set(step.to, file);
  }
}

function syncFile(file: DiskFile): void {
  for (const write of file.unsynced.splice(0)) {
    applyWrite(file, write);
  }
}

function resizeFile(file: DiskFile, size: number): void {
  const content = Buffer.alloc(size);
  file.content.copy(content);
  file.content = content;
  file.unsynced = file.unsynced
    .filter((write) => write.position < size)
    .map((write) => ({ ...write, data: write.data.subarray(0, size - write.position) }));
}

function applyWrite(file: DiskFile, write: Write): void {
  const end = write.position + write.data.length;
  if (end > file.content.length) {
    file.content = Buffer.concat([file.content, Buffer.alloc(end - file.content.length)]);
  }
  write.data.copy(file.content, write.position);
}
