import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundFetch } from '../../../platform/outbound/index.ts';
import { fetchPage } from './fetch-page.ts';
import { toSourceFault } from './source-fault.ts';

const HTML = 'Content-Type: text/html';
const TEXT = 'Content-Type: text/csv';
const PAGE = '<!doctype html><html><body><p>Подшить брюки: 500 рублей.</p></body></html>\n';
const HALF = PAGE.slice(0, 60);

/** The bytes of the next answer, after which the connection is closed. */
let answer: Buffer;
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end(answer));
});
let link: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  link = `http://127.0.0.1:${address.port}/prices`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const fetchLink = createOutboundFetch({ isPrivateAddressAllowed: true });

async function look(
  status: string,
  { headers = [HTML], body = PAGE as string | Buffer, etag = null as string | null },
) {
  const head = [`HTTP/1.1 ${status}`, ...headers, 'Connection: close', '', ''].join('\r\n');
  answer = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  try {
    return (await fetchPage(fetchLink, link, { etag, lastModified: null })).kind;
  } catch (error) {
    const fault = toSourceFault(error);
    if (fault?.retryAfterMs != null) return `${fault.reason} for ${fault.retryAfterMs} ms`;
    return fault === undefined ? 'unknown' : `${fault.reason}${fault.isPassing ? ' passing' : ''}`;
  }
}

const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
const LENGTH = `Content-Length: ${Buffer.byteLength(PAGE)}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const GZIP = 'Content-Encoding: gzip';

it.each([
  ['before its length', { headers: [HTML, LENGTH], body: HALF }],
  ['before its last chunk', { headers: [HTML, CHUNKED], body: chunked(HALF) }],
  ['within what is packed', { headers: [HTML, GZIP], body: gzipSync(PAGE).subarray(0, 40) }],
  ['before the end of its page', { body: HALF }],
  ['within a page that says nothing of its beginning', { body: '<p>Подшить брюки: 500 руб' }],
  ['within a row', { headers: [TEXT], body: 'Услуга;Цена\nБрюки;5' }],
  ['within a PDF', { headers: ['Content-Type: application/pdf'], body: '%PDF-1.7\n1 0 obj\n' }],
])('risk: half an answer is taken for all of it: a connection that is closed %s', async (_name, parts) => {
  expect(await look('200 OK', parts)).toBe('unreachable passing');
});

it.each([
  ['with a length', { headers: [HTML, LENGTH] }],
  ['in chunks', { headers: [HTML, CHUNKED], body: `${chunked('<p>Брюки')}0\r\n\r\n` }],
  ['packed', { headers: [HTML, GZIP], body: gzipSync('<p>Брюки') }],
  ['a page until its end', {}],
  ['a page without a frame', { body: '<p>Подшить брюки: 500 рублей.</p>' }],
  ['rows until the end of the last one', { headers: [TEXT], body: 'Услуга;Цена\r\nБрюки;500\r\n' }],
  ['rows of another alphabet', { headers: [TEXT], body: Buffer.from('Брюки;500\n', 'utf16le') }],
  ['a PDF until its end', { headers: ['Content-Type: application/pdf'], body: '%PDF-1.7\n%%EOF\n' }],
])('what is whole is taken: %s', async (_name, parts) => {
  expect(await look('200 OK', parts)).toBe('fetched');
});

it.each([
  ['206 Partial Content', null, 'site_error passing'],
  ['202 Accepted', null, 'site_error passing'],
  ['204 No Content', null, 'site_error passing'],
  ['304 Not Modified', null, 'site_error passing'],
  ['304 Not Modified', '"one"', 'unchanged'],
  ['203 Non-Authoritative', null, 'fetched'],
])('risk: an answer to another question is taken for the page: %s, known as %s', async (status, etag, result) => {
  const isEmpty = /^(?:204|304)/.test(status);
  const parts = isEmpty ? { headers: [HTML], body: '' } : { headers: [HTML, LENGTH] };
  expect(await look(status, { ...parts, etag })).toBe(result);
});

const AT = 'Date: Sat, 28 Nov 2026 10:00:00 GMT';

it.each([
  ['in seconds', 'Retry-After: 7200', 'busy for 7200000 ms'],
  ['until a date', 'Retry-After: Sat, 28 Nov 2026 11:00:00 GMT', 'busy for 3600000 ms'],
  ['until a date that is over', 'Retry-After: Sat, 28 Nov 2026 09:00:00 GMT', 'busy for 0 ms'],
  ['in words that say nothing', 'Retry-After: -5', 'busy passing'],
  ['with nothing', 'Retry-After:', 'busy passing'],
])('a host that says how long to wait is heard: %s', async (_name, header, result) => {
  for (const status of ['429 Too Many Requests', '503 Service Unavailable'])
    expect(await look(status, { headers: [HTML, LENGTH, AT, header] })).toBe(result);
});
