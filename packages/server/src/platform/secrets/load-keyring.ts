import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Random } from '../time/ids.ts';
import { createKeyring, type Keyring } from './keyring.ts';

/** `secretKey` seals when it is set; `olderSecretKeys` and the keys of the file only open. */
type KeyringSource = {
  config: { secretKey: string | undefined; olderSecretKeys?: string[] };
  dataDir: string;
  random: Random;
};

const FILE_NAME = 'secret-key';
const keyLine = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The key file is not what this program wrote. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The database holds secrets, and no key of this node opens any of them. */
export class KeyMismatchError extends Error {
  override readonly name = 'KeyMismatchError';

  constructor(dataDir: string) {
    super(
      `The database holds secrets that no key of this node opens. Several nodes share one SECRET_KEY; on one node put ` +
        `back ${join(dataDir, FILE_NAME)} from your backup, or set SECRET_KEY to the key that was used before.`,
    );
  }
}

/**
 * Keys from the configuration, else from the file `secret-key` of the data folder, which the first start makes
 * readable for its owner alone.
 */
export async function loadKeyring({ config, dataDir, random }: KeyringSource): Promise<Keyring> {
  const given = [config.secretKey, ...(config.olderSecretKeys ?? [])].filter((key) => key !== undefined);
  const fromFile = (await readKeyFile(dataDir)) ?? (given.length === 0 ? await makeKeyFile({ dataDir, random }) : []);
  const texts = [...given, ...fromFile];
  return createKeyring({ materials: texts.map((text) => Buffer.from(text, 'utf8')), random });
}

/**
 * Puts a new key before those of the key file: from the next start it seals, the older ones go on opening.
 * People are signed out once, for session tokens are signed by the same keys.
 */
export async function rotateKeyFile({ dataDir, random }: { dataDir: string; random: Random }): Promise<void> {
  const older = (await readKeyFile(dataDir)) ?? [];
  const temporary = await writeTemporary({ dataDir, random, keys: [newKey(random), ...older] });
  await rename(temporary, join(dataDir, FILE_NAME));
}

async function readKeyFile(dataDir: string): Promise<string[] | undefined> {
  const path = join(dataDir, FILE_NAME);
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (z.object({ code: z.literal('ENOENT') }).safeParse(error).success) return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const lines = z
    .array(keyLine)
    .min(1)
    .safeParse(content.split(/\r?\n/).filter((line) => line !== ''));
  if (!lines.success) throw new KeyFileError(`The key file ${path} is damaged: put back the one of your backup`);
  // A restored backup or a careless copy may have opened it to others.
  await chmod(path, 0o600);
  return lines.data;
}

async function makeKeyFile({ dataDir, random }: { dataDir: string; random: Random }): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  const temporary = await writeTemporary({ dataDir, random, keys: [newKey(random)] });
  try {
    // Unlike rename, link never replaces a key that another process made meanwhile.
    await link(temporary, join(dataDir, FILE_NAME));
  } catch (error) {
    if (!z.object({ code: z.literal('EEXIST') }).safeParse(error).success) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readKeyFile(dataDir)) ?? [];
}

async function writeTemporary(input: { dataDir: string; random: Random; keys: string[] }): Promise<string> {
  const path = join(input.dataDir, `${FILE_NAME}.${input.random.bytes(8).toString('hex')}.tmp`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${input.keys.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

function newKey(random: Random): string {
  return random.bytes(32).toString('base64url');
}
