import { expect, it } from 'vitest';
import { systemRandom } from '../time/ids.ts';
import { createKeyring, SecretError } from './keyring.ts';

const scope = { accountId: 'account-1', purpose: 'channel.credentials' };
const keyOf = (letter: string) => Buffer.from(letter.repeat(43));
const keyringOf = (...letters: string[]) => createKeyring({ materials: letters.map(keyOf), random: systemRandom });

function reasonOf(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof SecretError) return error.reason;
    throw error;
  }
}

it('what was sealed opens again, and twice sealed never looks alike', () => {
  const keyring = keyringOf('a');
  const sealed = keyring.seal('canary-81723:токен 🔑', scope);
  expect(keyring.open(sealed, scope)).toBe('canary-81723:токен 🔑');
  expect(keyring.seal('canary-81723:токен 🔑', scope)).not.toBe(sealed);
  expect(sealed).not.toContain('canary');
  expect(keyring.open(keyring.seal('', scope), scope)).toBe('');
});

it('every changed character of a sealed text is refused', () => {
  const keyring = keyringOf('a');
  const sealed = keyring.seal('secret', scope);
  const bodyAt = sealed.lastIndexOf('.') + 1;
  for (let at = bodyAt; at < sealed.length - 1; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
    expect(reasonOf(() => keyring.open(changed, scope))).toBe('damaged');
  }
  for (const wrong of ['', 'x', 's1.a', sealed.slice(0, -6), `${sealed}.x`, sealed.replace('s1.', 's2.')]) {
    expect(['damaged', 'unknown-key']).toContain(reasonOf(() => keyring.open(wrong, scope)));
  }
});

it("another account's or another purpose's secret does not open, however the parts are cut", () => {
  const keyring = keyringOf('a');
  const sealed = keyring.seal('secret', { accountId: 'ab', purpose: 'c' });
  for (const wrong of [
    { accountId: 'abc', purpose: '' },
    { accountId: 'a', purpose: 'bc' },
    { accountId: 'ab', purpose: 'd' },
  ]) {
    expect(reasonOf(() => keyring.open(sealed, wrong))).toBe('damaged');
  }
});

it('rotation: older keys open, the new one seals, a missing one is named', () => {
  const before = keyringOf('a');
  const after = keyringOf('b', 'a');
  const old = before.seal('secret', scope);
  expect(after.open(old, scope)).toBe('secret');
  expect(after.isStale(old)).toBe(true);
  const renewed = after.seal('secret', scope);
  expect(after.isStale(renewed)).toBe(false);
  expect(reasonOf(() => before.open(renewed, scope))).toBe('unknown-key');
});

it('derived keys differ by use and keep their version when a newer key comes', () => {
  const [one] = keyringOf('a').derive('sessions');
  const [other] = keyringOf('a').derive('mail');
  expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(false);
  expect(keyringOf('b', 'a').derive('sessions')[1]).toEqual(one);
});
