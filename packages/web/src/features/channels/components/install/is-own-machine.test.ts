import { expect, it } from 'vitest';
import { isOwnMachine } from './is-own-machine.ts';

it.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['192.168.1.20', true],
  ['10.0.0.5', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['93.184.216.34', false],
  ['10.shop.example', false],
  ['chat.shop.example', false],
])('%s: only this machine or network reaches it: %s', (hostname, isOwn) => {
  expect(isOwnMachine(hostname)).toBe(isOwn);
});
