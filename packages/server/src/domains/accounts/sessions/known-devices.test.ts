import { describe, expect, it } from 'vitest';
import { createKeyring } from '../../../platform/secrets/keyring.ts';
import { systemRandom } from '../../../platform/time/ids.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnownDevices } from './known-devices.ts';

const DAY_MS = 86_400_000;
const ANN = { foldedEmail: 'ann@shop.example', passwordSetAt: new Date(1_790_000_000_000) };

function start(...fills: number[]) {
  const clock = createTestClock();
  const keyringOf = (bytes: number[]) =>
    createKeyring({ materials: bytes.map((fill) => Buffer.alloc(32, fill)), random: systemRandom });
  return { clock, devices: createKnownDevices({ keyring: keyringOf(fills), clock }), keyringOf };
}

describe('a known device', () => {
  it('is known for half a year', () => {
    const { clock, devices } = start(1);
    const device = devices.issue(ANN);
    clock.advance(180 * DAY_MS - 1000);
    expect(devices.isKnown(device, ANN)).toBe(true);
    clock.advance(2000);
    expect(devices.isKnown(device, ANN)).toBe(false);
  });

  it('is known for one address and its password alone, unchanged', () => {
    const { devices } = start(1);
    const device = devices.issue(ANN);
    expect(devices.isKnown(device, { ...ANN, foldedEmail: 'bob@shop.example' })).toBe(false);
    expect(devices.isKnown(device.replace(/^\d/, '9'), ANN)).toBe(false);
    expect(devices.isKnown('', ANN)).toBe(false);
    expect(devices.isKnown(device, { ...ANN, passwordSetAt: new Date(1_790_000_000_001) })).toBe(false);
  });

  it('stays known when the key changes, until the former key goes', () => {
    const { clock, devices, keyringOf } = start(1);
    const device = devices.issue(ANN);
    const isKnownBy = (...fills: number[]) =>
      createKnownDevices({ keyring: keyringOf(fills), clock }).isKnown(device, ANN);
    expect([isKnownBy(2, 1), isKnownBy(2)]).toEqual([true, false]);
  });
});
