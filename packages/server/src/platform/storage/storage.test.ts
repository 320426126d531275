import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFolder, startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createConfined } from '../confined/index.ts';
import { createHttpServer } from '../http/index.ts';
import { createLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/index.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { contentDisposition } from './clean-name.ts';
import { createFiles, type Files, mountFiles } from './index.ts';

const newId = createIds({ clock: systemClock, random: systemRandom });
const accountId = newId();
const stranger = newId();
const by = { kind: 'platform' } as const;
const quota = { maxBytes: 1_000_000_000, maxFiles: 10_000 };
const log = createLog({ level: 'silent' });
const dataDir = createTestFolder();
const confined = createConfined({ clock: systemClock, log, folder: join(dataDir, 'looking') });
let database: TestDatabase;
let files: Files;
let url = '';
let later = 0;
const clock: Clock = { now: () => new Date(Date.now() + later), after: systemClock.after };

const { app } = createHttpServer({
  log,
  newId,
  metrics: createMetrics().http,
  publicUrl: undefined,
  trustedProxies: [],
});

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
  files = createFiles({ pool: database.pool, dataDir, linkKeys: [Buffer.alloc(32, 1)], clock, newId, confined, quota });
  mountFiles(app, { files });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await confined.close();
  await database.close();
});

const image = (format: 'jpeg' | 'png' | 'webp' | 'gif', size = { width: 40, height: 20 }) =>
  sharp({ create: { ...size, channels: 3, background: '#ffcf33' } })
    [format]()
    .toBuffer();

const save = (bytes: Buffer, name = 'photo.png', maxBytes = 1024 * 1024) =>
  files.saveImage({ accountId, bytes, name, maxBytes, by });

/** One bit per pixel, all black: large on the screen, small on the wire. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

async function onDisk(): Promise<string[]> {
  return readdir(join(dataDir, 'files', accountId)).catch(() => []);
}

it('pictures of the four kinds are stored by content, whatever their name says', async () => {
  for (const [format, type] of [
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
  ] as const) {
    const stored = await save(await image(format), 'фото отпуск.exe');
    expect(stored).toMatchObject({ contentType: type, width: 40, height: 20, kind: 'image' });
    expect(stored.name).toBe(`фото отпуск.${format === 'jpeg' ? 'jpg' : format}`);
    expect(await files.read({ accountId, fileId: stored.id })).toHaveLength(stored.size);
  }
});

it('what is no picture of these kinds is refused and leaves nothing', async () => {
  const before = await onDisk();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const png = await image('png');
  const cases: [Buffer, string][] = [
    [Buffer.from(svg), 'a.svg'],
    [Buffer.from('<html><script>1</script>'), 'a.jpg'],
    [Buffer.from('MZ\u0000\u0000'), 'a.png'],
    [Buffer.from('GIF89a/*<script>*/=1;'), 'a.gif'],
    [Buffer.from('%PDF-1.7 PK\u0003\u0004'), 'a.png'],
    [png.subarray(0, 60), 'cut.png'],
    [(await image('jpeg', { width: 500, height: 500 })).subarray(0, 700), 'cut.jpg'],
  ];
  for (const [bytes, name] of cases)
    await expect(save(bytes, name)).rejects.toMatchObject({ code: 'files.wrong_type' });
  await expect(save(Buffer.alloc(0))).rejects.toMatchObject({ code: 'files.empty' });
  await expect(save(png, 'a.png', png.length - 1)).rejects.toMatchObject({ code: 'files.too_large' });
  expect(await save(png, 'a.png', png.length)).toMatchObject({ contentType: 'image/png' });
  expect(await onDisk()).toHaveLength(before.length + 1);
});

it('30,000 x 30,000 pixels in a small file are refused before they are decoded', async () => {
  const huge = hugePng(30_000);
  expect(huge.length).toBeLessThan(200_000);
  const before = process.memoryUsage.rss();
  await expect(save(huge, 'huge.png', 50_000_000)).rejects.toMatchObject({ code: 'files.too_many_pixels' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
});

it('a GIF of 1,000 frames is cut to 100', async () => {
  const frames = 1000;
  const strip = await sharp({ create: { width: 8, height: 8 * frames, channels: 3, background: '#f00' } })
    .raw()
    .toBuffer();
  for (let frame = 0; frame < frames; frame += 1) {
    const place = frame * 192;
    strip.fill((frame % 2) * 100 + (frame % 50), place, place + 192);
  }
  const gif = await sharp(strip, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
    .gif()
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(frames);
  const stored = await save(gif, 'a.gif');
  expect(stored).toMatchObject({ width: 8, height: 8 });
  const kept = await sharp((await files.read({ accountId, fileId: stored.id })) ?? Buffer.alloc(0)).metadata();
  expect(kept.pages).toBe(100);
});

it('the place where a photo was taken is dropped, its direction is applied', async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#00f' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'secret name' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const stored = await save(photo, 'photo.jpg');
  const kept = (await files.read({ accountId, fileId: stored.id })) ?? Buffer.alloc(0);
  expect((await sharp(kept).metadata()).exif).toBeUndefined();
  expect(kept.includes('secret name')).toBe(false);
  expect(stored).toMatchObject({ width: 20, height: 40 });
});

it('names are cleaned and never reach a path', async () => {
  const names: [string, string][] = [
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a"b\r\nSet-Cookie: x.txt', 'abSet-Cookie x.txt'],
    ['nul\u0000.txt', 'nul.txt'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['...', 'file'],
    ['', 'file'],
    [`${'д'.repeat(300)}.txt`, `${'д'.repeat(150)}.txt`],
  ];
  for (const [given, expected] of names) {
    const stored = await files.saveFile({
      accountId,
      bytes: Buffer.from('plain text'),
      name: given,
      maxBytes: 100,
      by,
    });
    expect(stored).toMatchObject({ name: expected, kind: 'file', contentType: 'application/octet-stream' });
  }
  expect((await onDisk()).every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
  expect(contentDisposition('attachment', 'Счёт "7".pdf')).toBe(
    `attachment; filename="____ _7_.pdf"; filename*=UTF-8''%D0%A1%D1%87%D1%91%D1%82%20%227%22.pdf`,
  );
});

it('a signed link shows a picture and downloads the rest, safely', async () => {
  const stored = await save(await image('png'));
  const link = files.links.make({ accountId, fileId: stored.id });
  const answer = await fetch(url + link);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="photo\.png"/);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
  expect(Buffer.from(await answer.arrayBuffer())).toHaveLength(stored.size);
  const html = await files.saveFile({
    accountId,
    bytes: Buffer.from('<script>1</script>'),
    name: 'a.html',
    maxBytes: 99,
    by,
  });
  const page = await fetch(url + files.links.make({ accountId, fileId: html.id }));
  expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(page.headers.get('content-type')).toBe('application/octet-stream');
});

it('a link for platforms ends with the extension, has no query, lives for weeks and opens its own file alone', async () => {
  const stored = await save(await image('png'));
  const link = files.links.makeForPlatform({ accountId, fileId: stored.id, name: 'Прайс «лето».PNG' });
  expect(link).toMatch(/\/file\.png$/);
  const head = await fetch(url + link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Number(head.headers.get('content-length'))).toBe(stored.size);
  const other = await save(await image('png'));
  for (const forged of [link.replace(stored.id, other.id), link.replace(/\/\d{10}\//, '/9999999999/')])
    expect((await fetch(url + forged)).status).toBe(404);
  later = 14 * 86_400_000;
  expect((await fetch(url + link)).status).toBe(200);
  later = 16 * 86_400_000;
  expect((await fetch(url + link)).status).toBe(404);
  later = 0;
});

it('a part of a voice message can be asked for', async () => {
  const stored = await files.saveFile({ accountId, bytes: Buffer.from('0123456789'), name: 'a.bin', maxBytes: 99, by });
  const link = url + files.links.make({ accountId, fileId: stored.id });
  const part = await fetch(link, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await (await fetch(link, { headers: { range: 'bytes=7-' } })).text()).toBe('789');
  expect((await fetch(link, { headers: { range: 'bytes=20-30' } })).status).toBe(200);
  expect((await fetch(link, { headers: { range: 'bytes=0-1,3-4' } })).status).toBe(200);
});

it('a link opens its own file until it ends, and nothing else', async () => {
  const stored = await save(await image('png'));
  const link = files.links.make({ accountId, fileId: stored.id });
  const other = await save(await image('png'));
  const forged = [
    link.replace(stored.id, other.id),
    link.replace(accountId, stranger),
    link.replace(/exp=\d+/, 'exp=99999999999'),
    link.replace(/sig=.{5}/, 'sig=AAAAA'),
    link.replace(/&sig=.*/, ''),
    link.split('?')[0] ?? '',
    `${link}&exp=99999999999`,
    link.replace(stored.id, '..%2f..%2fdatabase'),
  ];
  for (const tried of forged) expect((await fetch(url + tried)).status).toBe(404);
  expect(files.links.make({ accountId, fileId: stored.id })).toBe(link);
  later = 26 * 3_600_000;
  expect((await fetch(url + link)).status).toBe(404);
  later = 0;
  expect(await files.open({ accountId: stranger, fileId: stored.id })).toBeUndefined();
  const rotated = createFiles({
    pool: database.pool,
    dataDir,
    linkKeys: [Buffer.alloc(32, 2), Buffer.alloc(32, 1)],
    clock,
    newId,
    confined,
    quota,
  });
  expect(rotated.links.make({ accountId, fileId: stored.id })).not.toBe(link);
  const exp = new URL(link, url).searchParams;
  const parts = { accountId, fileId: stored.id, exp: exp.get('exp') ?? '', sig: exp.get('sig') ?? '' };
  expect(rotated.links.check(parts)).toBeGreaterThan(0);
});

it('a removed file is gone from disk and table', async () => {
  const stored = await save(await image('png'));
  await files.remove({ accountId, fileId: stored.id });
  expect(await files.open({ accountId, fileId: stored.id })).toBeUndefined();
  expect(await onDisk()).not.toContain(stored.id);
});

it('a document is stored as it is, piece by piece, and what it is found out where it lies', async () => {
  const bytes = await image('png', { width: 400, height: 300 });
  const content = new Blob([new Uint8Array(bytes)]);
  const document = { accountId, content, name: 'Цены.pdf', maxBytes: bytes.length, by };
  const stored = await files.saveDocument(document);
  expect(stored).toMatchObject({ kind: 'file', contentType: 'image/png', name: 'Цены.png', size: bytes.length });
  expect(stored.sha256.toString('hex')).toBe(hash('sha256', bytes));
  const file = { accountId, fileId: stored.id };
  expect(await files.read(file)).toEqual(bytes);
  expect(await files.locate(file)).toEqual({ path: join(dataDir, 'files', accountId, stored.id) });
  expect(await files.locate({ accountId: stranger, fileId: stored.id })).toBeUndefined();
  for (const [changes, code] of [
    [{ maxBytes: bytes.length - 1 }, 'files.too_large'],
    [{ content: new Blob([]) }, 'files.empty'],
  ] as const)
    await expect(files.saveDocument({ ...document, ...changes })).rejects.toMatchObject({ code });
});

it('when the row cannot be written no bytes stay', async () => {
  const before = await onDisk();
  const broken = createFiles({
    pool: {
      query: async (asked) => {
        if (JSON.stringify(asked).includes('insert into files')) throw new Error('database is gone');
        return { rows: [], rowCount: 0 };
      },
    },
    dataDir,
    linkKeys: [Buffer.alloc(32)],
    clock,
    newId,
    confined,
    quota,
  });
  const bytes = await image('png');
  await expect(broken.saveImage({ accountId, bytes, name: 'a.png', maxBytes: 9999, by })).rejects.toThrow(
    'database is gone',
  );
  expect(await onDisk()).toEqual(before);
});

it('a full disk is reported as such and leaves no partial file', () => {
  // A disk of 1 MB of its own, in a namespace that ends with the process.
  const place = createTestFolder();
  const script = `
    const { createDisk } = await import(process.argv[1]);
    const { readdirSync } = await import('node:fs');
    const disk = createDisk('${place}/disk');
    const file = { accountId: '${accountId}', id: '${newId()}', chunks: [Buffer.alloc(4_000_000)] };
    const error = await disk.write(file).then(() => undefined, (thrown) => thrown);
    const left = readdirSync('${place}/disk/${accountId}');
    const small = await disk.write({ ...file, chunks: [Buffer.alloc(1000)] });
    console.log(JSON.stringify({ code: error?.code, left, small }));`;
  const shell = `mkdir ${place}/disk && mount -t tmpfs -o size=1m none ${place}/disk && exec "$0" --input-type=module -e "$1" "$2"`;
  const disk = fileURLToPath(new URL('disk.ts', import.meta.url));
  const run = (...command: string[]) => execFileSync('unshare', ['-Urm', ...command], { encoding: 'utf8' });
  try {
    run('mount', '-t', 'tmpfs', 'none', place);
  } catch {
    console.log('Left out: this machine lets nobody mount a small disk');
    return;
  }
  const output = run('sh', '-c', shell, process.execPath, script, disk);
  expect(JSON.parse(output)).toEqual({ code: 'server.unavailable', left: [], small: 1000 });
});

it('the sweep takes bytes without a row and unfinished ones, after an hour', async () => {
  const stored = await save(await image('png'));
  const folder = join(dataDir, 'files', accountId);
  const orphan = newId();
  const fresh = newId();
  await writeFile(join(folder, orphan), 'orphan');
  await writeFile(join(folder, fresh), 'fresh');
  await writeFile(join(folder, `${newId()}.part`), 'half');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await readdir(folder)) if (name !== fresh) await utimes(join(folder, name), hoursAgo, hoursAgo);
  expect(await files.sweep()).toBe(1);
  const left = await readdir(folder);
  expect(left).toContain(stored.id);
  expect(left).toContain(fresh);
  expect(left).not.toContain(orphan);
  expect(left.some((name) => name.endsWith('.part'))).toBe(false);
  expect(await readFile(join(folder, stored.id))).toHaveLength(stored.size);
});
