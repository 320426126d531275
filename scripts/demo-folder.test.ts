import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatabaseInUseError } from '../packages/server/src/platform/database/database-errors.ts';
import { lockDataFolder } from '../packages/server/src/platform/node/node-identity.ts';
import { createTestFolder } from '../packages/server/src/testing/start-test-database.ts';
import { DemoFolderError, type DemoShop, openDemoFolder } from './demo-folder.ts';

const shop: DemoShop = { token: '1:a', widgetId: 'w' };

/** As a demo leaves it that is killed while it makes its shop. */
async function leaveHalfMade(): Promise<string> {
  const { path } = await openDemoFolder(createTestFolder());
  mkdirSync(join(path, 'database'));
  writeFileSync(join(path, 'secret-key'), 'of the half-made shop');
  return path;
}

describe('the folder of a demo', () => {
  it('of a first start that was killed is made anew', async () => {
    const path = await leaveHalfMade();
    const folder = await openDemoFolder(path);
    expect(folder.readShop()).toBeUndefined();
    expect(existsSync(join(path, 'database'))).toBe(false);
    expect(existsSync(join(path, 'secret-key'))).toBe(false);
    folder.keepShop(shop);
    expect((await openDemoFolder(path)).readShop()).toEqual(shop);
  });

  it('of a start that was killed before its first mark was whole is taken', async () => {
    const path = createTestFolder();
    writeFileSync(join(path, 'demo.json.tmp'), '{"isB');
    expect((await openDemoFolder(path)).readShop()).toBeUndefined();
  });

  it('with a shop in it stays as it is, whatever else a killed demo left', async () => {
    const folder = await openDemoFolder(createTestFolder());
    folder.keepShop(shop);
    writeFileSync(join(folder.path, 'demo.json.tmp'), '');
    writeFileSync(join(folder.path, 'secret-key'), 'of the shop');
    expect((await openDemoFolder(folder.path)).readShop()).toEqual(shop);
    expect(existsSync(join(folder.path, 'secret-key'))).toBe(true);
  });

  it('of a demo that is still making its shop is refused', async () => {
    const path = await leaveHalfMade();
    const release = await lockDataFolder(path);
    await expect(openDemoFolder(path)).rejects.toThrow(DatabaseInUseError);
    expect(existsSync(join(path, 'secret-key'))).toBe(true);
    release();
  });

  it('of a real installation is refused', async () => {
    const path = createTestFolder();
    writeFileSync(join(path, 'secret-key'), 'of a real installation');
    await expect(openDemoFolder(path)).rejects.toThrow(DemoFolderError);
  });
});
