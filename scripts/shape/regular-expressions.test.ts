import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { attackTexts } from './patterns/attack-texts.ts';
import { findAttack } from './patterns/find-attack.ts';
import { listPatterns } from './patterns/list-patterns.ts';

/** Texts that no stranger writes, or nobody but their reader waits for. */
const HARMLESS: Record<string, string> = {
  'packages/server/src/platform/database/compile-sql.ts': 'SQL of the stores, once at the start',
  'packages/widget/src/state/split-links.ts': 'a message of bounded length, in the browser of who reads it',
};
/** Where a pattern is put together at run time, and what from. */
const BUILT: Record<string, string> = {
  'packages/contract/src/channels/form-field.ts': 'patterns of descriptors, anchored',
  'packages/server/src/domains/assistant/talk/misses-figure.ts': 'numbers of a bounded length, twice',
  'packages/server/src/domains/assistant/writing/figures-guard.ts': 'a list of top domains; the readers below run it',
  'packages/server/src/domains/channels/option-files.ts': 'ids of a fixed length, anchored',
};

const { literals, built } = listPatterns();
const judged = literals.filter(({ file }) => !(file in HARMLESS));

function findAttackOn(pattern: RegExp): string | undefined {
  const fresh = new RegExp(pattern.source, pattern.flags);
  return findAttack(
    (text) => text.replace(fresh, ''),
    (length) => attackTexts(pattern, length),
  );
}

describe('the regular expressions of the product', () => {
  it('cost no more than their text is long, by their structure', () => {
    const reports = judged.flatMap(({ at, pattern }) =>
      analyse(pattern).reports.map(({ type }) => `${at} ${pattern}: ${type}`),
    );
    console.log(`Checked ${judged.length} patterns of ${new Set(judged.map(({ file }) => file)).size} files.`);
    expect(reports).toEqual([]);
  });

  it('cost no more than their text is long, under texts made against them', { timeout: 600_000 }, () => {
    const found = judged.flatMap(({ at, pattern }) => {
      const attack = findAttackOn(pattern);
      return attack === undefined ? [] : [`${at} ${pattern}: ${JSON.stringify(attack)}`];
    });
    expect(found).toEqual([]);
  });

  it('are literals, but for those whose parts are known', () => {
    expect([...new Set(built.map(({ file }) => file))].toSorted()).toEqual(Object.keys(BUILT));
  });

  it('canary: what begins anew at every sign is found', () => {
    expect(analyse(/x+$/).reports).toHaveLength(1);
    expect(findAttackOn(/\beyJ[\w-]+\.[\w-]+/g)).toMatch(/^eyJ-eyJ-/);
  });
});
