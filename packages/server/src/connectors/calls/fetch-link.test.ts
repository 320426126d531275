import { limits } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundFetch } from '../../platform/outbound/index.ts';
import { makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorAnswer, type VendorServer } from '../suite/vendor-server.ts';
import { fetchLink } from './fetch-link.ts';

let host: VendorServer;
beforeAll(async () => {
  host = await startVendorServer();
});
afterAll(() => host.close());

const load = (answer: VendorAnswer, { isPage = false, io = makeIo({}) } = {}) => {
  host.requests.length = 0;
  host.answerWith(() => answer);
  return fetchLink(io, { url: `${host.url}/media/photo.jpg`, isPage });
};

describe('a link out of a message', () => {
  it('gives the bytes and the last part of the address', async () => {
    const loaded = await load({ status: 200, body: { any: 'bytes' } });
    expect(loaded).toEqual({
      bytes: Buffer.from('{"any":"bytes"}'),
      contentType: 'application/json',
      name: 'photo.jpg',
    });
  });

  it.each([
    [400, 'file_gone'],
    [401, 'link_expired'],
    [403, 'link_expired'],
    [404, 'file_gone'],
    [410, 'link_expired'],
  ])('risk: an ended link (%i) is tried for hours', async (status, reason) => {
    await expect(load({ status, body: 'no' })).rejects.toMatchObject({ kind: 'rejected', reason });
  });

  it('risk: a page in the place of a photo is stored as one', async () => {
    const page = { status: 200, body: '<html>Not here</html>' };
    await expect(load(page)).rejects.toMatchObject({ kind: 'rejected', reason: 'file_is_page' });
    expect((await load(page, { isPage: true })).bytes.toString()).toBe(page.body);
  });

  it.each([500, 502, 429])('an outage (%i) is tried again', async (status) => {
    await expect(load({ status, body: 'no' })).rejects.toMatchObject({ kind: 'retry' });
  });

  it('a lost connection is tried again', async () => {
    await expect(load('drop')).rejects.toMatchObject({ kind: 'retry', reason: 'network' });
  });

  it('a file over the limit is refused while it comes', async () => {
    const large = { status: 200, body: 'x'.repeat(limits.mediaBytes + 1) };
    await expect(load(large, { isPage: true })).rejects.toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
  });

  it('risk: whoever can sign a webhook reads our own network', async () => {
    const io = makeIo({ fetchLink: createOutboundFetch({ isPrivateAddressAllowed: false }) });
    const answered = load({ status: 200, body: { secret: 'inside' } }, { io });
    await expect(answered).rejects.toMatchObject({ kind: 'rejected', reason: 'file_gone' });
    expect(host.requests).toEqual([]);
    for (const url of ['http://169.254.169.254/latest/', 'http://localhost/', 'file:///etc/passwd', 'x'])
      await expect(fetchLink(io, { url, isPage: true })).rejects.toMatchObject({ kind: 'rejected' });
  });
});
