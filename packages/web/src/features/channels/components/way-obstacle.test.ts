import { groupFamilies, offeredChannelTypes } from '@otvet/contract/values';
import { describe, expect, it } from 'vitest';
import { firstOpen, markOf, openFirst, orderOffers, readWay, type Surroundings } from './way-obstacle.ts';

const bare: Surroundings = { channels: [], hasAddress: false, notInstalled: ['whatsapp-web'] };
const ready: Surroundings = { channels: [], hasAddress: true, notInstalled: [] };
const types = groupFamilies(offeredChannelTypes).find(({ family }) => family === 'whatsapp')?.types ?? [];
const waysIn = (surroundings: Surroundings) => types.map((type) => readWay(type, surroundings));

describe('ways to one platform', () => {
  it('each way says what stands in it', () => {
    expect(waysIn(bare).map(({ obstacle }) => obstacle)).toEqual(['address', 'address', 'library']);
    expect(waysIn(ready).map(({ obstacle }) => obstacle)).toEqual([null, null, null]);
  });

  it.each([
    { here: ready, first: 'whatsapp' },
    { here: { ...ready, hasAddress: false }, first: 'whatsapp-web' },
    { here: { ...bare, hasAddress: true }, first: 'whatsapp' },
    { here: bare, first: undefined },
  ])('the first that can be taken is offered: $first', ({ here, first }) => {
    expect(firstOpen(waysIn(here))).toBe(first);
  });

  it('what can be taken stands above what cannot', () => {
    const order = openFirst(waysIn({ ...ready, hasAddress: false })).map(({ type }) => type);
    expect(order).toEqual(['whatsapp-web', 'whatsapp', 'whatsapp-360dialog']);
  });

  it('platforms that can be connected stand first, those that are connected last', () => {
    const offers = groupFamilies(offeredChannelTypes).map(({ family, types }) => ({
      family,
      ways: types.map((type) =>
        readWay(type, { ...ready, hasAddress: false, channels: [{ type: 'widget', inactiveReason: null }] }),
      ),
    }));
    const order = orderOffers(offers).map(({ family }) => family);
    expect(order.at(-1)).toBe('widget');
    expect(order.indexOf('telegram')).toBeLessThan(order.indexOf('instagram'));
    expect(order.indexOf('whatsapp')).toBeLessThan(order.indexOf('instagram'));
  });

  it('the only one of its type is taken, unless it has lost its link', () => {
    const linked = { type: 'whatsapp-web', inactiveReason: null };
    const obstacleWith = (inactiveReason: string | null) =>
      readWay('whatsapp-web', { ...ready, channels: [{ ...linked, inactiveReason }] }).obstacle;
    expect([obstacleWith(null), obstacleWith('session_logged_out')]).toEqual(['taken', null]);
  });

  it('the card says what the server lacks only where no way is left', () => {
    expect(markOf(waysIn(ready))).toBeNull();
    expect(markOf(waysIn({ ...ready, hasAddress: false }))).toBeNull();
    expect(markOf(waysIn(bare))).toBe('channels.setup.mark');
    expect(markOf([readWay('viber', bare)])).toBe('channels.address.mark');
    const one = { type: 'widget', inactiveReason: null };
    expect(markOf([readWay('widget', { ...bare, channels: [one] })])).toBeNull();
  });
});
