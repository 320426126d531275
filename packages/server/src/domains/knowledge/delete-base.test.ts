import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const CHANNEL_CACHE_MS = 2000;

describe.each(['server', 'embedded'] as const)('a knowledge base that is deleted, on the %s database', (kind) => {
  const clock = createTestClock();
  let core: Core;
  let otherNode: Core;
  beforeAll(async () => {
    core = await startCore({ kind, clock });
    otherNode = await startCore({ beside: core, clock });
  });
  afterAll(async () => {
    await otherNode.close();
    await core.close();
  });

  async function connectWithBase() {
    const accountId = await buildAccount(core);
    const base = await core.knowledge.bases.create({ accountId, name: 'Shop' });
    await core.knowledge.pairs.add({ accountId, knowledgeBaseId: base.id, pairs: [{ question: 'Q', answer: 'A' }] });
    const { channelId } = await buildTelegramChannel(core, accountId, { knowledgeBaseId: base.id });
    const readBaseId = async (node: Core) => (await node.channels.live(channelId))?.settings.knowledgeBaseId;
    return { accountId, baseId: base.id, channelId, readBaseId };
  }

  it('leaves its channels at once on this node, and within 2 s on the others', async () => {
    const { accountId, baseId, channelId, readBaseId } = await connectWithBase();
    expect((await core.knowledge.bases.find(accountId, baseId)).channels.map(({ id }) => id)).toEqual([channelId]);
    expect([await readBaseId(core), await readBaseId(otherNode)]).toEqual([baseId, baseId]);
    const changed: string[] = [];
    const stop = core.channels.onChanged(({ id }) => changed.push(id));
    await core.knowledge.bases.remove(accountId, baseId);
    stop();
    expect(await readBaseId(core)).toBeNull();
    expect(changed).toEqual([channelId]);
    clock.advance(CHANNEL_CACHE_MS);
    expect(await readBaseId(otherNode)).toBeNull();
    await expect(core.knowledge.bases.find(accountId, baseId)).rejects.toMatchObject({ code: 'knowledge.not_found' });
  });

  it('risk: its search copy stays in memory on this node, and on the others', async () => {
    const { accountId, baseId } = await connectWithBase();
    const before = [core.knowledge.held().bases, otherNode.knowledge.held().bases];
    for (const node of [core, otherNode])
      await node.knowledge.retrieve({ accountId, knowledgeBaseId: baseId, query: 'Q', limit: 1 });
    await core.knowledge.bases.remove(accountId, baseId);
    expect(core.knowledge.held().bases).toBe(before[0]);
    expect(await otherNode.knowledge.dropDeleted()).toBe(1);
    expect(otherNode.knowledge.held().bases).toBe(before[1]);
  });

  it('stays with its channels when another account asks for it', async () => {
    const { baseId, readBaseId } = await connectWithBase();
    const stranger = await buildAccount(core);
    await expect(core.knowledge.bases.remove(stranger, baseId)).rejects.toMatchObject({ code: 'knowledge.not_found' });
    expect(await readBaseId(core)).toBe(baseId);
  });
});
