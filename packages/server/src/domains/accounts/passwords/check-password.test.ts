import { expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors/app-error.ts';
import { requireGoodPassword } from './check-password.ts';

function reasonOf(password: string, email = 'anna.petrova@shop.example'): string | undefined {
  try {
    requireGoodPassword(password, email);
    return undefined;
  } catch (error) {
    if (isAppError(error, 'auth.weak_password')) return error.details?.password;
    throw error;
  }
}

it('what everybody tries first is refused', () => {
  const common = [
    'password',
    'Password123',
    'P@ssw0rd',
    'qwerty123',
    'QWERTYUIOP',
    '12345678',
    '11111111',
    'abcd1234',
    '1q2w3e4r',
    'q1w2e3r4',
    'iloveyou!',
    'admin2026',
    'letmein1',
    'aaaaaaaaaa',
    'asdfghjkl',
    '123456789012',
    'йцукенгш',
    'Пароль2026',
    '19.05.1987',
    '+79161234567',
  ];
  expect(common.filter((password) => reasonOf(password) !== 'common')).toEqual([]);
});

it('the address and its first part are refused', () => {
  for (const password of ['anna.petrova@shop.example', 'Anna.Petrova@Shop.example', 'anna.petrova', 'anna.petrova2026'])
    expect(reasonOf(password)).toBe('email');
});

it('length is counted, and nothing else is asked for', () => {
  expect(reasonOf('seven77')).toBe('min_length');
  expect(reasonOf('x1y2'.repeat(32))).toBeUndefined();
  expect(reasonOf(`${'x1y2'.repeat(32)}z`)).toBe('max_length');
  for (const password of ['тихая река', 'correct horse', '🔑🦊🌊🔥', 'zlgqfwmn', '48201957362841', 'dragon-river-lamp'])
    expect({ password, reason: reasonOf(password) }).toEqual({ password, reason: undefined });
});
