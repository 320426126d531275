import { expect, it } from 'vitest';
import { CHEAP_PASSWORDS } from '../../../testing/cheap-passwords.ts';
import { hashNewPassword } from './hash-new-password.ts';
import { verifyPassword } from './hash-password.ts';
import { createHashTurns } from './hash-turns.ts';

it('risk: new passwords are judged on the event loop before their turn has come', async () => {
  const hashTurns = createHashTurns({ lanes: 1 });
  const running = Promise.withResolvers<void>();
  const order: string[] = [];
  void hashTurns.run({ rank: 1 }, () => running.promise).then(() => order.push('running'));
  const ask = (password: string) =>
    hashNewPassword(
      { hashTurns, passwordCost: CHEAP_PASSWORDS },
      { turn: { rank: 1 }, password: { password, email: 'a@shop.example', about: [] } },
    );
  const weak = ask('password123').catch(({ code }: { code: string }) => order.push(code));
  const good = ask('seven quiet rivers');
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  running.resolve();
  await weak;
  expect(order).toEqual(['running', 'auth.weak_password']);
  expect(await verifyPassword({ hash: await good, password: 'seven quiet rivers' })).toBe(true);
});
