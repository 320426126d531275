import { expect, it } from 'vitest';
import { z } from 'zod';
import { newClientId } from './new-client-id.ts';

it('ids are real UUIDs and differ', () => {
  const ids = Array.from({ length: 100 }, () => newClientId(crypto));
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
