import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from '../harness/open-browser.ts';
import { checkContrasts } from './check-screen.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function measure(style: string, body = '<button>Take</button>') {
  const { page } = await browser.open({ hosts: [] });
  await page.setContent(`<style>${style}</style>${body}`);
  return await checkContrasts(page);
}

const DARK = ':focus-visible { outline: 2px solid #1b2430; outline-offset: 2px }';
const SCROLL = '<div style="overflow:hidden;width:80px"><button style="width:80px">Take</button></div>';
const LIST = '<ul><li><a href="#a" aria-current="true">Maria</a></li></ul>';
const SWITCH = '<label><input type="checkbox" checked style="opacity:0"><span>On</span></label>';

it.each([
  ['a dark ring', DARK, undefined, null],
  ['no ring', ':focus-visible { outline: none }', undefined, /no ring/],
  ['a ring as pale as yellow on white', ':focus-visible { outline: 2px solid #ffcf33 }', undefined, /1\.\d+:1/],
  ['a thin ring', ':focus-visible { outline: 1px solid #000 }', undefined, /no ring/],
  ['a ring on a ground of its own colour', `${DARK} body { background: #222b38 }`, undefined, /1\.\d+:1/],
  ['a ring that its box cuts off', DARK, SCROLL, /cut off at left, right/],
  ['a mark of the chosen row', `${DARK} a { border-left: 3px solid #a37a00 }`, LIST, null],
  ['a pale mark of the chosen row', `${DARK} a { border-left: 3px solid #ffcf33 }`, LIST, /state current/],
  [
    'what is on, told by colour',
    `${DARK} input:focus-visible + span { outline: 2px solid } span { background: #1b2430; color: #fff }`,
    SWITCH,
    null,
  ],
  ['what is on, told by nothing', `${DARK} input:focus-visible + span { outline: 2px solid }`, SWITCH, /state on/],
])('%s', async (_name, style, body, fault) => {
  const { faults, judged } = await measure(style, body);
  expect(judged).toBe(1);
  if (fault === null) expect(faults).toEqual([]);
  else expect(faults.join('\n')).toMatch(fault);
});
