import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnownHosts, nameOfHost } from './known-hosts.ts';

const bare = createKnownHosts({
  publicUrl: undefined,
  allowedHosts: ['otvet.lan:3000', 'чат.рф'],
  machineName: 'My-PC',
});
const published = createKnownHosts({
  publicUrl: 'https://chat.shop.example',
  allowedHosts: ['intranet.shop.example'],
  machineName: 'web-1.shop.example',
});

describe('without PUBLIC_URL', () => {
  it.each([
    'localhost:3000',
    'LocalHost',
    'localhost.',
    'otvet.localhost:3000',
    '127.0.0.1:3000',
    '127.1.2.3',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
    '192.168.1.5:3000',
    '203.0.113.7',
    '[fd00::5]:3000',
    'my-pc:3000',
    'my-pc.local',
    'otvet_container:3000',
    'otvet.lan',
    'OTVET.LAN.:80',
    'чат.рф:3000',
    nameOfHost('чат.рф') ?? '',
  ])('%s is known', (host) => {
    expect(bare.isKnown(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'notlocalhost.example',
    '127.0.0.1.evil.example',
    'evil.example:3000',
    'user@localhost',
    'localhost/evil.example',
    'localhost, evil.example',
    'evil.example#localhost',
    'a b',
    '[::1',
    'localhost:99999999',
    'my-pc.evil.example',
  ])('%s is not', (host) => {
    expect(bare.isKnown(host)).toBe(false);
  });

  it('pages of the own host are own, and pages of the own machine while it is asked for by a name of the machine', () => {
    const cases: [string | undefined, string, boolean][] = [
      ['http://192.168.1.5:3000', '192.168.1.5:3000', true],
      ['http://localhost:5173', 'localhost:3000', true],
      ['http://localhost:5173', '127.0.0.1:3000', true],
      ['http://localhost:5173', '192.168.1.5:3000', false],
      ['http://192.168.1.5:8080', '192.168.1.5:3000', false],
      ['http://evil.example:3000', 'evil.example:3000', false],
      ['http://evil.example', 'localhost:3000', false],
      ['null', 'localhost:3000', false],
      ['file://', 'localhost:3000', false],
      ['http://localhost:3000/path', 'localhost:3000', false],
      [undefined, 'localhost:3000', false],
    ];
    for (const [origin, host, isOwn] of cases)
      expect([origin, host, bare.isOwnOrigin(origin, host)]).toEqual([origin, host, isOwn]);
  });
});

describe('with PUBLIC_URL', () => {
  it.each([
    'chat.shop.example',
    'CHAT.shop.example.:443',
    'localhost',
    '127.0.0.1:3000',
    '[::1]',
    'intranet.shop.example:8080',
    'web-1.local',
  ])('%s is known', (host) => {
    expect(published.isKnown(host)).toBe(true);
  });

  it.each(['shop.example', 'evil.example', '192.168.1.5:3000', 'container:3000', 'chat.shop.example.evil.example'])(
    '%s is not',
    (host) => {
      expect(published.isKnown(host)).toBe(false);
    },
  );

  it('its own pages are those of the public address and of hosts that were added, and none of the machine', () => {
    const cases: [string, string, boolean][] = [
      ['https://chat.shop.example', 'chat.shop.example', true],
      ['https://chat.shop.example', '127.0.0.1:3000', true],
      ['https://chat.shop.example', 'otvet:3000', true],
      ['http://chat.shop.example', 'chat.shop.example', false],
      ['https://chat.shop.example:444', 'chat.shop.example', false],
      ['http://intranet.shop.example:8080', 'intranet.shop.example:8080', true],
      ['http://localhost:3000', 'localhost:3000', false],
      ['http://127.0.0.1:3000', '127.0.0.1:3000', false],
      ['http://localhost:5173', 'chat.shop.example', false],
      ['https://chat.shop.example', 'evil.example', false],
    ];
    for (const [origin, host, isOwn] of cases)
      expect([origin, host, published.isOwnOrigin(origin, host)]).toEqual([origin, host, isOwn]);
  });
});

it('no name that a stranger can register is known, in whatever way it is written', () => {
  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const ending = fc.constantFrom('com', 'ru', 'рф', 'co.uk', 'example', 'io');
  const name = fc
    .tuple(
      fc.array(fc.oneof(label, fc.constantFrom('localhost', '127', 'chat', 'shop')), { minLength: 1, maxLength: 4 }),
      ending,
    )
    .map(([labels, last]) => [...labels, last].join('.'))
    .filter((made) => !['chat.shop.example', 'intranet.shop.example', 'web-1.shop.example', 'чат.рф'].includes(made));
  const written = fc
    .tuple(name, fc.boolean(), fc.boolean(), fc.constantFrom('', ':80', ':3000'))
    .map(([host, isLoud, hasDot, port]) => `${isLoud ? host.toUpperCase() : host}${hasDot ? '.' : ''}${port}`);
  fc.assert(
    fc.property(written, (host) => {
      expect(bare.isKnown(host)).toBe(false);
      expect(published.isKnown(host)).toBe(false);
      expect(published.isKnownOrOurs(host)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

it('any text is judged without a failure', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webAuthority()), (host) => {
      expect(typeof bare.isKnown(host)).toBe('boolean');
      expect(typeof published.isOwnOrigin(`http://${host}`, host)).toBe('boolean');
    }),
  );
});
