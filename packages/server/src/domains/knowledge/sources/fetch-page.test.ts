import { expect, it } from 'vitest';
import { ConfinedJobError } from '../../../platform/confined/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createOutboundFetch } from '../../../platform/outbound/index.ts';
import { fetchPage } from './fetch-page.ts';
import { parsePageLink } from './page-link.ts';
import { pauseAfter, SourceFault, toSourceFault } from './source-fault.ts';

const guarded = createOutboundFetch({
  isPrivateAddressAllowed: false,
  resolve: async (name) => {
    if (name === 'unknown.example') throw new Error('not found');
    return [{ address: name === 'half.example' ? '10.0.0.1' : '169.254.169.254', family: 4 }];
  },
});

async function reasonOf(text: string): Promise<string> {
  const page = parsePageLink(text);
  if (page === undefined) return 'refused at once';
  const error = await fetchPage(guarded, page.link, { etag: null, lastModified: null }).catch(
    (fault: unknown) => fault,
  );
  const fault = toSourceFault(error);
  return fault === undefined ? 'fetched' : `${fault.reason}${fault.isPassing ? ' passing' : ''}`;
}

it.each([
  ['http://127.1/', 'link_wrong'],
  ['http://2130706433/', 'link_wrong'],
  ['http://0177.0.0.1/', 'link_wrong'],
  ['http://0x7f.1/', 'link_wrong'],
  ['http://１２７.0.0.1/', 'link_wrong'],
  ['http://[::1]/', 'link_wrong'],
  ['http://[::ffff:127.0.0.1]/', 'link_wrong'],
  ['http://[64:ff9b::7f00:1]/', 'link_wrong'],
  ['http://[fe80::1]/', 'link_wrong'],
  ['http://169.254.169.254/latest/meta-data/', 'link_wrong'],
  ['http://metadata.google.internal./', 'unreachable passing'],
  ['http://100.100.100.200/', 'link_wrong'],
  ['http://half.example/', 'unreachable passing'],
  ['http://shop.example:22/', 'link_wrong'],
  ['http://shop.example:5432/', 'link_wrong'],
  ['http://unknown.example/', 'unreachable passing'],
  ['http://user:pass@shop.example/', 'refused at once'],
  ['gopher://shop.example/', 'refused at once'],
  ['file:///etc/passwd', 'refused at once'],
  ['data:text/html,<b>', 'refused at once'],
  ['', 'refused at once'],
])('%s: %s', async (link, reason) => {
  expect(await reasonOf(link)).toBe(reason);
});

it.each([
  ['shop.example/delivery', 'https://shop.example/delivery', 'shop.example/delivery'],
  [
    'HTTP://Shop.Example/%D0%A6%D0%B5%D0%BD%D1%8B/#top',
    'http://shop.example/%D0%A6%D0%B5%D0%BD%D1%8B/',
    'shop.example/Цены',
  ],
  ['https://shop.example/%FF', 'https://shop.example/%FF', 'shop.example/%FF'],
  // No database takes the one, and the other shows a name that ends with "exe" as one that ends with "pdf".
  ['https://shop.example/a%00b', 'https://shop.example/a%00b', 'shop.example/ab'],
  ['https://shop.example/%E2%80%AEfdp.exe', 'https://shop.example/%E2%80%AEfdp.exe', 'shop.example/fdp.exe'],
])('a link is kept as it is asked for: %s', (text, link, name) => {
  expect(parsePageLink(text)).toEqual({ link, identity: `page:${link}`, name });
});

it('a link that is longer in the signs it is sent in than can be kept is refused', () => {
  expect(parsePageLink(`shop.example/${'ж'.repeat(400)}`)).toBeUndefined();
  expect(parsePageLink(`shop.example/${'ж'.repeat(300)}`)).toBeDefined();
});

it('a reader that is busy is asked again later', () => {
  expect(toSourceFault(new AppError('request.rate_limited'))).toMatchObject({ reason: 'not_read', isPassing: true });
  // The disk has no room for the copy that the reader opens.
  expect(toSourceFault(new AppError('server.unavailable'))).toMatchObject({ reason: 'not_read', isPassing: true });
  expect(toSourceFault(new Error('of the program'))).toBeUndefined();
});

it('risk: a reader that stands still, or a machine with much to do, calls a document too complex for good', () => {
  const ended = new ConfinedJobError('time', 'The job took longer than 240000 ms');
  expect(toSourceFault(ended)).toMatchObject({ reason: 'too_long', isPassing: false });
  ended.isOfMachine = true;
  expect(toSourceFault(ended)).toMatchObject({ reason: 'not_read', isPassing: true });
});

it('only what may pass is tried again, and not for ever', () => {
  const passing = new SourceFault('unreachable', { isPassing: true });
  expect(pauseAfter(1, new SourceFault('password'))).toBeUndefined();
  expect(pauseAfter(1, passing)).toBe(30_000);
  expect(pauseAfter(6, passing)).toBeUndefined();
  const busy = new SourceFault('busy', { isPassing: true });
  expect([1, 2, 3, 4].map((attempt) => pauseAfter(attempt, busy))).toEqual([600_000, 3_600_000, 21_600_000, undefined]);
  // A host may ask for more, within reason.
  for (const [asked, pause] of [
    [60_000, 600_000],
    [7_200_000, 7_200_000],
    [86_400_000, 21_600_000],
  ] as const)
    expect(pauseAfter(1, new SourceFault('busy', { isPassing: true, retryAfterMs: asked }))).toBe(pause);
});
