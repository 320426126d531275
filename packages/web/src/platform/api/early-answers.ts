/** An answer that the page asked for before the app was there, and in whose name. */
export type EarlyAnswer = { authorization: string; answer: Promise<Response> };

/**
 * What the page asks for before the app is loaded (`early/early-start.ts`), by address. Each is taken once, by the person
 * in whose name it was asked, and only while it is fresh: else it is asked again as if nothing had been there.
 */
export type EarlyAnswers = {
  at: number;
  answers: Map<string, EarlyAnswer>;
  /** Resolves when all has been asked: most of it needs the token. */
  complete: Promise<unknown>;
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the browser's own.
  interface Window {
    otvetEarly?: EarlyAnswers;
  }
}

const FRESH_MS = 30_000;
/** Longer than this nobody waits for what was asked for early: it is asked again. */
const PATIENCE_MS = 10_000;

/** As `fetch`, but takes what was asked for early. */
export async function fetchOnce(request: Request): Promise<Response> {
  return (await takeEarly(request)) ?? fetch(request);
}

/** Another person signs in: what was asked for in the name of the one before is dropped. */
export function dropEarlyAnswers(): void {
  delete window.otvetEarly;
}

async function takeEarly(request: Request): Promise<Response | undefined> {
  const early = window.otvetEarly;
  if (early === undefined || request.method !== 'GET' || performance.now() - early.at > FRESH_MS) return undefined;
  const { url, signal } = request;
  if (!early.answers.has(url)) await Promise.race([early.complete, giveUp(signal)]);
  const found = early.answers.get(url);
  if (found?.authorization !== request.headers.get('authorization')) return undefined;
  early.answers.delete(url);
  // A refusal is an answer too; what did not come at all is asked again.
  return await Promise.race([found.answer, giveUp(signal)]).catch(() => undefined);
}

function giveUp(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => resolve(undefined);
    signal.addEventListener('abort', end, { once: true });
    window.setTimeout(end, PATIENCE_MS);
  });
}
