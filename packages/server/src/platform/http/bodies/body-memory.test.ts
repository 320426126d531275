import { expect, it } from 'vitest';
import { createBodyMemory } from './body-memory.ts';

const start = () => {
  const memory = createBodyMemory({ all: 1000, ofNetwork: 300, ofDoubtful: 100 });
  const ended: string[] = [];
  const hold = (ip: string, isDoubtful = false) => memory.hold({ ip, isDoubtful, end: () => ended.push(ip) });
  return { memory, ended, hold };
};

it('the bodies of one network take so much and no more, and what one leaves another may take', () => {
  const { memory, hold } = start();
  const [first, second] = [hold('192.0.2.1'), hold('192.0.2.1')];
  expect([first.grow(200), second.grow(100), second.grow(101), first.grow(201)]).toEqual([true, true, false, false]);
  expect(memory.bytes).toBe(300);
  first.release();
  expect(second.grow(300)).toBe(true);
  expect(hold('192.0.2.2').grow(300)).toBe(true);
});

it('the bound of a doubtful network is small', () => {
  const { hold } = start();
  expect(hold('192.0.2.1', true).grow(101)).toBe(false);
  expect(hold('192.0.2.1', true).grow(100)).toBe(true);
  expect(hold('192.0.2.1', true).grow(1)).toBe(false);
});

it('risk: a stranger takes the bound again for each network of his IPv6 block', () => {
  const { memory, hold } = start();
  for (let network = 0; network < 100; network += 1) hold(`2001:db8:1:${network.toString(16)}::1`).grow(300);
  // Two /64 in a /56: the bound of the block is twice that of a network.
  expect(memory.bytes).toBe(600);
});

it('risk: strangers of many networks fill all, and a platform finds no room', () => {
  const { memory, ended, hold } = start();
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) for (let body = 0; body < 2; body += 1) hold(ip).grow(150);
  expect(memory.bytes).toBe(900);
  const platform = hold('198.51.100.7');
  expect(platform.grow(200)).toBe(true);
  expect(ended).toEqual(['192.0.2.1']);
  expect(memory.bytes).toBe(950);
  // Whoever is the heaviest himself pushes nobody out.
  expect(hold('192.0.2.2').grow(100)).toBe(false);
  expect(platform.grow(250)).toBe(true);
  expect(ended).toEqual(['192.0.2.1']);
});

it('what had to make room takes nothing again, and releasing it twice frees nothing twice', () => {
  const { memory, ended, hold } = start();
  const bodies = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((ip) => hold(ip));
  for (const body of bodies) body.grow(300);
  const newcomer = hold('192.0.2.4');
  newcomer.grow(200);
  expect(ended).toEqual(['192.0.2.1']);
  expect(bodies[0]?.grow(10)).toBe(false);
  bodies[0]?.release();
  newcomer.release();
  newcomer.release();
  expect(memory.bytes).toBe(600);
});
