import { expect, test } from 'vitest';
import { z } from 'zod';
import { newClientId } from './new-client-id.ts';

test('a page without https gets a real UUID too', () => {
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const ids = Array.from({ length: 100 }, () => newClientId(plain));
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(100);
  expect(z.uuid().safeParse(newClientId(crypto)).success).toBe(true);
});
