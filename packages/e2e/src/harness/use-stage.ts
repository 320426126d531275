import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { artifacts, type OpenOptions, openBrowser, type TestBrowser, type Window } from './open-browser.ts';
import { type Product, type ProductOptions, startProduct } from './start-product.ts';

/** The product and a browser for one test file. */
export type Stage = {
  product(): Product;
  /** A window of a new person; the product's own host is always allowed. */
  open(options?: Partial<OpenOptions>): Promise<Window>;
  /** A window of somebody who is signed in already. */
  openAs(person: { sessionToken: string }, options?: Partial<OpenOptions>): Promise<Window>;
};

/** Starts both before the tests of a file. After each test all windows are closed; an error in one of them fails the test. */
export function useStage(options: ProductOptions): Stage {
  // A journey is many steps, and the machine may be busy with other tests: each step has a limit of its own.
  vi.setConfig({ testTimeout: 300_000 });
  const running: { product?: Product; browser?: TestBrowser } = {};
  const product = () => {
    if (running.product === undefined) throw new Error('The product does not run.');
    return running.product;
  };
  const browser = () => {
    if (running.browser === undefined) throw new Error('The browser does not run.');
    return running.browser;
  };
  const open: Stage['open'] = (openOptions = {}) =>
    browser().open({ ...openOptions, hosts: [new URL(product().url).host, ...(openOptions.hosts ?? [])] });

  beforeAll(async () => {
    [running.product, running.browser] = await Promise.all([startProduct(options), openBrowser()]);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await browser().keepEvidence(task.name);
      writeFileSync(join(artifacts, `${task.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-server.log`), product().output());
    }
    expect(await browser().reset()).toEqual([]);
  });
  afterAll(async () => {
    await running.browser?.close();
    await running.product?.close();
  });
  return {
    product,
    open,
    openAs: ({ sessionToken }, openOptions = {}) => {
      const values = { 'otvet.sessionToken': sessionToken, 'otvet.locale': openOptions.locale ?? 'ru' };
      return open({ ...openOptions, stored: { origin: product().url, values } });
    },
  };
}
