import { openStores } from '../harness/open-stores.ts';
import { type Product, startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';

/** A started product with a base to import into. */
export async function openImport(): Promise<
  Pick<Product, 'url' | 'pid' | 'knowledgeBaseId'> & { token: string; close(): Promise<void> }
> {
  const stores = await openStores({ needsServer: false });
  const stubs = await startVendorStubs();
  const { url, pid, knowledgeBaseId, owner, close } = await startProduct({
    store: await stores.make('embedded'),
    vendorUrl: stubs.url,
    hasModel: false,
  });
  return {
    ...{ url, pid, knowledgeBaseId, token: owner.token },
    async close() {
      await close();
      await stubs.close();
      await stores.close();
    },
  };
}
