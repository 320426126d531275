import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropEarlyAnswers, type EarlyAnswer, fetchOnce } from './early-answers.ts';

const URL_OF_LIST = 'http://shop.example/api/v1/chat/init/';
const ANNA = 'Bearer anna';
let now = 0;
const asked: string[] = [];

beforeEach(() => {
  now = 1000;
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.url);
    return new Response('again');
  });
});
afterEach(() => {
  dropEarlyAnswers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function have(answer: EarlyAnswer['answer'], authorization = ANNA): void {
  window.otvetEarly = {
    at: now,
    answers: new Map([[URL_OF_LIST, { authorization, answer }]]),
    complete: Promise.resolve(),
  };
}

const ask = async (init: RequestInit = {}) => {
  const request = new Request(URL_OF_LIST, { headers: { authorization: ANNA }, ...init });
  return (await fetchOnce(request)).text();
};

it('what was asked early is taken once, and then asked anew', async () => {
  have(Promise.resolve(new Response('early')));
  expect([await ask(), await ask(), asked.length]).toEqual(['early', 'again', 1]);
});

it('what is asked a moment later, with the token, is waited for', async () => {
  const answers = new Map<string, EarlyAnswer>();
  const complete = Promise.resolve().then(() => {
    answers.set(URL_OF_LIST, { authorization: ANNA, answer: Promise.resolve(new Response('early')) });
  });
  window.otvetEarly = { at: now, answers, complete };
  expect([await ask(), asked]).toEqual(['early', []]);
});

it('a refusal is an answer: it is not asked again before its time', async () => {
  have(Promise.resolve(new Response('too many', { status: 429 })));
  expect([await ask(), asked]).toEqual(['too many', []]);
});

it('what failed, is old, or was asked in the name of another person is asked again', async () => {
  have(Promise.reject(new TypeError('network')));
  expect(await ask()).toBe('again');
  have(Promise.resolve(new Response('early')));
  now += 31_000;
  expect(await ask()).toBe('again');
  have(Promise.resolve(new Response('early')), 'Bearer boris');
  expect(await ask()).toBe('again');
  have(Promise.resolve(new Response('early')));
  expect(await ask({ method: 'POST' })).toBe('again');
  have(Promise.resolve(new Response('early')));
  dropEarlyAnswers();
  expect(await ask()).toBe('again');
});

it('what hangs is asked again after ten seconds, and at once when the call is given up', async () => {
  have(new Promise(() => undefined));
  const answered = ask();
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answered).toBe('again');
  have(new Promise(() => undefined));
  const controller = new AbortController();
  const givenUp = ask({ signal: controller.signal });
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  await givenUp.catch(() => undefined);
  expect(asked.length).toBe(2);
});
