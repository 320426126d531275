import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../time/ids.ts';
import { KeyFileError, loadKeyring, rotateKeyFile } from './load-keyring.ts';

const scope = { accountId: 'a', purpose: 'p' };
const random = systemRandom;
let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'otvet-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = (secretKey?: string, olderSecretKeys: string[] = []) =>
  loadKeyring({ config: { secretKey, olderSecretKeys }, dataDir, random });

it('the first start makes a key file for its owner alone, the second start reads it', async () => {
  const sealed = (await load()).seal('secret', scope);
  expect((await load()).open(sealed, scope)).toBe('secret');
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['secret-key']);
});

it('parallel first starts end up with one key', async () => {
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => load()));
  const sealed = keyrings.map((keyring) => keyring.seal('secret', scope));
  for (const keyring of keyrings)
    expect(sealed.map((text) => keyring.open(text, scope))).toEqual(sealed.map(() => 'secret'));
});

it('a key of the configuration seals, older ones and the file still open, and no file is made for it', async () => {
  const own = 'k'.repeat(40);
  const sealedByConfig = (await load(own)).seal('secret', scope);
  expect(await readdir(dataDir)).toEqual([]);
  const sealedByFile = (await load()).seal('secret', scope);
  const rotated = await load('n'.repeat(40), [own]);
  expect(rotated.open(sealedByConfig, scope)).toBe('secret');
  expect(rotated.open(sealedByFile, scope)).toBe('secret');
});

it('rotating the file keeps what was sealed before', async () => {
  const sealed = (await load()).seal('secret', scope);
  await rotateKeyFile({ dataDir, random });
  const after = await load();
  expect(after.open(sealed, scope)).toBe('secret');
  expect(after.isStale(sealed)).toBe(true);
  expect((await readFile(join(dataDir, 'secret-key'), 'utf8')).trim().split('\n')).toHaveLength(2);
});

it('a damaged key file stops the start instead of making a new key', async () => {
  await writeFile(join(dataDir, 'secret-key'), 'half a ke');
  await expect(load()).rejects.toBeInstanceOf(KeyFileError);
});
