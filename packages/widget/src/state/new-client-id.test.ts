import { expect, test } from 'vitest';
import { z } from 'zod';
import { newClientId } from './new-client-id.ts';

test('ids are real UUIDs and differ', () => {
  const ids = Array.from({ length: 100 }, () => newClientId(crypto));
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
