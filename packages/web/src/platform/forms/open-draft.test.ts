import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listDrafts, readDraft } from './drafts.ts';
import { openDraft } from './open-draft.ts';

const NOON = new Date('2026-11-22T12:00:00Z');

type Tab = { window: object; hear: (event: object) => void };

/** Tabs of one browser: what one of them stores, the others hear of. */
function openTabs(count: number): Tab[] {
  const kept: Record<string, string> = { 'otvet.idToken': `a.${btoa(JSON.stringify({ sub: 'anna' }))}.c` };
  const tabs: Tab[] = [];
  const toStorage = (values: Record<string, string>, note: (event: object) => void) =>
    new Proxy(values, {
      get: (target, name) => {
        if (name === 'getItem') return (key: string) => target[key] ?? null;
        const write = (key: string, newValue: string | null) => {
          const oldValue = target[key] ?? null;
          if (newValue === null) Reflect.deleteProperty(target, key);
          else Reflect.set(target, key, newValue);
          if (oldValue !== newValue) note({ key, oldValue, newValue });
        };
        if (name === 'setItem') return write;
        if (name === 'removeItem') return (key: string) => write(key, null);
        return Reflect.get(target, name);
      },
    });
  for (let place = 0; place < count; place += 1) {
    const listeners = new Set<(event: object) => void>();
    const tab: Tab = {
      window: {
        localStorage: toStorage(kept, (event) => tellOthers(tab, event)),
        sessionStorage: toStorage({}, () => undefined),
        addEventListener: (_: string, listener: (event: object) => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: (event: object) => void) => listeners.delete(listener),
      },
      hear: (event) => {
        for (const listener of listeners) listener(event);
      },
    };
    tabs.push(tab);
  }
  const tellOthers = (from: Tab, event: object) => {
    for (const tab of tabs) if (tab !== from) within(tab, () => tab.hear(event), from);
  };
  return tabs;
}

function within<Result>(tab: Tab, run: () => Result, back: Tab = tab): Result {
  vi.stubGlobal('window', tab.window);
  const result = run();
  vi.stubGlobal('window', back.window);
  return result;
}

const open = (tab: Tab, name: string) =>
  within(tab, () => {
    const draft = openDraft(name);
    draft.watch();
    return {
      left: draft.left?.values.answer,
      type: (answer: string) => within(tab, () => draft.keep({ at: NOON, values: { answer }, before: {} })),
      forget: () => within(tab, draft.forget),
    };
  });

const kept = (tab: Tab, beginning = '') =>
  within(tab, () => listDrafts(beginning).map(({ values }) => values.answer)).sort();

let tabs: Tab[] = [];
beforeEach(() => {
  tabs = openTabs(2);
});
afterEach(() => vi.unstubAllGlobals());

const pick = (place: number): Tab => {
  const tab = tabs[place];
  if (tab === undefined) throw new Error('There is no such tab.');
  return tab;
};

it('two tabs write a new pair each: saving one leaves the draft of the other', () => {
  const [one, other] = [open(pick(0), 'pair.b1.new'), open(pick(1), 'pair.b1.new')];
  one.type('По городу');
  other.type('До двери');
  expect(kept(pick(0))).toEqual(['До двери', 'По городу']);
  other.forget();
  expect(kept(pick(0))).toEqual(['По городу']);
});

it('a tab that goes on with what another still writes takes nothing from it', () => {
  const one = open(pick(0), 'pair.b1.new');
  one.type('По городу');
  const other = open(pick(1), 'pair.b1.new');
  expect(other.left).toBe('По городу');
  other.type('До двери');
  expect(kept(pick(0))).toEqual(['До двери', 'По городу']);
  one.type('По городу бесплатно');
  other.forget();
  expect(kept(pick(0))).toEqual(['По городу бесплатно']);
});

it('a tab comes back to its own words, although another wrote over their place later and is gone', () => {
  open(pick(0), 'pair.b1.new').type('По городу');
  const other = within(pick(1), () => openDraft('pair.b1.new'));
  within(pick(1), () => other.keep({ at: new Date(NOON.getTime() + 1), values: { answer: 'До двери' }, before: {} }));
  expect(open(pick(0), 'pair.b1.new').left).toBe('По городу');
});

it('what another tab gives up is kept while it stands in this one', () => {
  open(pick(0), 'pair.b1.new').type('По городу');
  open(pick(1), 'pair.b1.new').forget();
  expect(kept(pick(0))).toEqual(['По городу']);
});

it('a tab goes on with its own draft, and one that has none with the newest', () => {
  open(pick(0), 'pair.b1.new').type('По городу');
  within(pick(1), () => openDraft('pair.b1.new'));
  const other = within(pick(1), () => openDraft('pair.b1.other'));
  expect(other.left).toBeNull();
  within(pick(1), () => other.keep({ at: new Date(NOON.getTime() + 1), values: { answer: 'Другое' }, before: {} }));
  expect(within(pick(0), () => listDrafts('pair.b1.').map(({ values }) => values.answer))).toEqual([
    'По городу',
    'Другое',
  ]);
  expect(within(pick(1), () => listDrafts('pair.b1.').map(({ values }) => values.answer))).toEqual([
    'Другое',
    'По городу',
  ]);
});

it('what is saved and typed anew is a draft again', () => {
  const one = open(pick(0), 'pair.b1.new');
  one.type('По городу');
  one.forget();
  expect(kept(pick(0))).toEqual([]);
  one.type('До двери');
  expect(within(pick(0), () => readDraft('pair.b1.new')?.place)).toBe('pair.b1.new');
});
