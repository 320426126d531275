import { limits } from '@otvet/contract/values';
import { expect, it } from 'vitest';
import { readFilesRoom } from './read-files-room.ts';

const MAX_BYTES = 5_000_000_000;
const THEIRS = 4_500_000_000;
const read = (bytes: number, files = 0) => readFilesRoom({ bytes, maxBytes: MAX_BYTES, files, maxFiles: 1000 });

it('says that customers find no room as soon as the server refuses their largest picture', () => {
  expect(read(MAX_BYTES * 0.8 - 1)).toBe('enough');
  expect(read(MAX_BYTES * 0.8)).toBe('nearly');
  expect(read(THEIRS - limits.photoBytes)).toBe('nearly');
  expect(read(THEIRS - limits.photoBytes + 1)).toBe('customers');
  expect(read(MAX_BYTES - 1)).toBe('customers');
  expect(read(MAX_BYTES)).toBe('full');
});

it('counts files as the server does, and a small quota that never has room for one', () => {
  expect(read(0, 899)).toBe('nearly');
  expect(read(0, 900)).toBe('customers');
  expect(read(0, 1000)).toBe('full');
  expect(readFilesRoom({ bytes: 0, maxBytes: 11_000_000, files: 0, maxFiles: 1000 })).toBe('customers');
});
