import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearStored } from '../session/local-data.ts';
import { forgetOwn } from '../session/own-data.ts';
import { forgetDraft, keepDraft, listDrafts, readDraft } from './drafts.ts';

const NOON = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
let kept: Record<string, string> = {};

beforeEach(() => {
  kept = {};
  // A stand-in of a browser's storage: its keys are its own properties.
  const storage = new Proxy(kept, {
    get: (target, name) => {
      if (name === 'getItem') return (key: string) => target[key] ?? null;
      if (name === 'setItem') return (key: string, value: string) => Reflect.set(target, key, value);
      if (name === 'removeItem') return (key: string) => Reflect.deleteProperty(target, key);
      return Reflect.get(target, name);
    },
  });
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: {} });
});
afterEach(() => vi.unstubAllGlobals());

function signInAs(uid: string): void {
  kept['otvet.idToken'] = `a.${btoa(JSON.stringify({ sub: uid }))}.c`;
}

it('a draft is its author alone, and outlives the session that it was typed in', () => {
  signInAs('anna');
  keepDraft({ place: 'pair.b1.new', at: NOON, values: { answer: 'Есть' }, before: {} });
  clearStored();
  expect(kept['otvet.idToken']).toBeUndefined();
  expect(readDraft('pair.b1.new')).toBeNull();
  signInAs('boris');
  expect([readDraft('pair.b1.new'), listDrafts('')]).toEqual([null, []]);
  forgetOwn();
  signInAs('anna');
  expect(readDraft('pair.b1.new')).toEqual({
    name: 'pair.b1.new',
    place: 'pair.b1.new',
    at: NOON,
    values: { answer: 'Есть' },
    before: {},
  });
  forgetOwn();
  expect(Object.keys(kept)).toEqual(['otvet.idToken']);
});

it('nobody is signed in: nothing is kept', () => {
  keepDraft({ place: 'pair.b1.new', at: NOON, values: { answer: 'Есть' }, before: {} });
  expect(kept).toEqual({});
});

it('a draft in which nothing is changed any more is none', () => {
  signInAs('anna');
  keepDraft({ place: 'channel.c1', at: NOON, values: { role: 'x' }, before: {} });
  keepDraft({ place: 'channel.c1', at: NOON, values: {}, before: {} });
  expect(readDraft('channel.c1')).toBeNull();
  keepDraft({ place: 'channel.c1', at: NOON, values: { role: 'x' }, before: {} });
  forgetDraft('channel.c1');
  expect(readDraft('channel.c1')).toBeNull();
});

it('the newest fifty of a month are kept', () => {
  signInAs('anna');
  keepDraft({ place: 'old', at: new Date(NOON.getTime() - 31 * DAY_MS), values: { role: 'x' }, before: {} });
  for (let place = 0; place < 55; place += 1) {
    keepDraft({ place: `pair.${place}`, at: new Date(NOON.getTime() + place), values: { answer: 'x' }, before: {} });
  }
  const names = listDrafts('').map(({ name }) => name);
  expect(names).toHaveLength(50);
  expect([names[0], names.at(-1)]).toEqual(['pair.54', 'pair.5']);
});

it.each(['{', 'null', '7', '{"at":1,"values":{}}', '{"at":"2026-11-22T12:00:00Z","values":null}'])(
  'what is no draft is none: %s',
  (text) => {
    signInAs('anna');
    kept['otvet.own.anna.draft.x'] = text;
    expect([readDraft('x'), listDrafts('')]).toEqual([null, []]);
  },
);
