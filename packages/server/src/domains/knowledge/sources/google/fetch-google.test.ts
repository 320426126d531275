import { type GoogleDocument, type GoogleSimulator, startGoogleSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundFetch } from '../../../../platform/outbound/index.ts';
import { createTestClock } from '../../../../testing/test-clock.ts';
import { toSourceFault } from '../source-fault.ts';
import { createFetchGoogle, type FetchGoogle } from './fetch-google.ts';
import { createPace } from './pace.ts';

const ID = 'd'.repeat(30);
const DOCUMENT = `https://docs.google.com/document/d/${ID}/edit`;
const SHEET = `https://docs.google.com/spreadsheets/d/${ID}/edit`;

let google: GoogleSimulator;
let fetchGoogle: FetchGoogle;
beforeAll(async () => {
  google = await startGoogleSimulator();
  const fetch = createOutboundFetch({ isPrivateAddressAllowed: true });
  fetchGoogle = createFetchGoogle({ fetch, standIn: google.url, pace: async () => undefined });
});
afterAll(() => google.close());

const publish = (document: Partial<GoogleDocument>) => google.publish({ id: ID, formats: { docx: 'PK' }, ...document });
const read = async (link: string, attempt = 1) => {
  const found = await fetchGoogle(link, attempt);
  return found.kind === 'fetched' ? { ...found, bytes: found.bytes.toString() } : found;
};
const faultOf = (link: string, attempt = 1) =>
  fetchGoogle(link, attempt).then(
    () => 'read',
    (error: unknown) => {
      const fault = toSourceFault(error);
      return fault === undefined ? 'unknown' : `${fault.reason}${fault.isPassing ? ' passing' : ''}`;
    },
  );

it('a document comes as docx, under its own name', async () => {
  publish({ title: 'Цены и "акции"' });
  expect(await read(DOCUMENT)).toMatchObject({ name: 'document.docx', title: 'Цены и "акции"', bytes: 'PK' });
});

it('one that is too large as docx comes as Markdown, then as text', async () => {
  const huge = { docx: 11 * 1024 * 1024 };
  publish({ formats: { docx: '', md: '# Цены' }, huge });
  expect(await read(DOCUMENT)).toMatchObject({ name: 'document.md', bytes: '# Цены' });
  publish({ formats: { docx: '', md: '', txt: 'Цены' }, huge: { ...huge, md: 11 * 1024 * 1024 } });
  expect(await read(DOCUMENT)).toMatchObject({ name: 'document.txt', charset: 'utf-8' });
  publish({ formats: { docx: '', md: '', txt: '' }, huge: { ...huge, md: huge.docx, txt: huge.docx } });
  expect(await faultOf(DOCUMENT)).toBe('too_large');
});

it('of a workbook the sheet of the link, or all of it', async () => {
  publish({ formats: { xlsx: 'PK', csv: 'первый', 'csv:7': 'седьмой' } });
  expect(await read(`${SHEET}?gid=7`)).toMatchObject({ name: 'document.csv', bytes: 'седьмой' });
  expect(await read(SHEET)).toMatchObject({ name: 'document.xlsx' });
  expect(await read(`https://docs.google.com/spreadsheets/d/e/${ID}/pubhtml`)).toMatchObject({ bytes: 'первый' });
});

it('a published document is its page, slides are a PDF, an uploaded file is what its name says', async () => {
  publish({ title: 'Прайс', formats: { html: '<html><p>Цены', pdf: '%PDF-' } });
  expect(await read(`https://docs.google.com/document/d/e/${ID}/pub`)).toMatchObject({ name: 'document.html' });
  expect(await read(`https://docs.google.com/presentation/d/${ID}/edit`)).toMatchObject({ name: 'document.pdf' });
  publish({ title: 'Прайс', formats: { xlsx: 'PK' } });
  expect(await read(`https://drive.google.com/file/d/${ID}/view`)).toMatchObject({ name: 'file.xlsx', title: 'Прайс' });
});

it.each([
  ['private', 'google_permission'],
  ['elsewhere', 'google_permission'],
  ['unauthorized', 'google_permission'],
  ['wrong-type', 'google_permission'],
  ['missing', 'google_link'],
  ['busy', 'busy passing'],
  ['captcha', 'busy passing'],
  ['broken', 'site_error passing'],
] as const)('a document that is %s: %s', async (state, fault) => {
  publish({ state });
  expect(await faultOf(DOCUMENT)).toBe(fault);
});

it('one that cannot be exported three times is too large to be; an empty one has no text; a sheet that is not there', async () => {
  publish({ state: 'broken' });
  expect(await faultOf(DOCUMENT, 3)).toBe('too_large');
  publish({ formats: { docx: '  ' } });
  expect(await faultOf(DOCUMENT)).toBe('no_text');
  publish({ formats: { csv: 'a' } });
  expect(await faultOf(`${SHEET}?gid=9`)).toBe('google_link');
});

it('only hosts of Google are followed to, and the address is made of the parts of the link', async () => {
  const asked: string[] = [];
  const strict = createFetchGoogle({
    fetch: async (url, request) => {
      asked.push(url);
      const isAllowed = (address: string) => request?.isHopAllowed?.(new URL(address));
      expect(isAllowed('https://doc-0s-docs.googleusercontent.com/x')).toBe(true);
      for (const address of [
        'http://docs.google.com/x',
        'https://evil.example/',
        'https://accounts.google.com/ServiceLogin',
        'https://googleusercontent.com.evil.example/',
        'https://127.0.0.1/',
      ])
        expect(isAllowed(address), address).toBe(false);
      return { status: 404, url, contentType: '', headers: {}, body: Buffer.from('x') };
    },
    standIn: undefined,
    pace: async () => undefined,
  });
  await expect(strict(`${DOCUMENT}?usp=sharing&evil=1`, 1)).rejects.toMatchObject({ reason: 'google_link' });
  expect(asked).toEqual([`https://docs.google.com/document/d/${ID}/export?format=docx`]);
});

it('one request in a second, however many ask', async () => {
  const clock = createTestClock();
  const pace = createPace({ clock, everyMs: 1000 });
  const begun: number[] = [];
  const calls = [1, 2, 3].map(async () => {
    await pace();
    begun.push(clock.now().getTime());
  });
  await calls[0];
  clock.advance(1000);
  await calls[1];
  clock.advance(1000);
  await calls[2];
  const [first = 0] = begun;
  expect(begun.map((at) => at - first)).toEqual([0, 1000, 2000]);
});
