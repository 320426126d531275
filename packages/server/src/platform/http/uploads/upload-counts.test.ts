import { expect, it } from 'vitest';
import { createUploadCounts } from './upload-counts.ts';

const count = { key: 'account Anna', max: 100 };
const upload = () => ({ counts: [count], bytes: 0 });

it('risk: who gives bytes back takes the place of the one who may be over, and goes on growing', () => {
  const counts = createUploadCounts<ReturnType<typeof upload>>();
  const [big, small] = [upload(), upload()];
  counts.take(small, 40);
  counts.take(big, 150);
  expect(counts.findFull(big, 10)).toBeUndefined();
  counts.take(small, -10);
  expect(counts.findFull(small, 10)).toBe(count);
  expect(counts.findFull(big, 10)).toBeUndefined();
  // Below the bound again nobody is over, and whoever comes first may be.
  counts.take(big, -100);
  counts.take(small, 90);
  expect(counts.findFull(big, 10)).toBe(count);
});
