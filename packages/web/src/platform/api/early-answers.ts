/**
 * Answers that the page asks for before the app is loaded (`early/early-start.ts`), by address. Each is taken once, only
 * while it is fresh, and only a good one: everything else is asked again as if nothing had been there.
 */
export type EarlyAnswers = { at: number; answers: Map<string, Promise<Response>> };

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the browser's own.
  interface Window {
    otvetEarly?: EarlyAnswers;
  }
}

const FRESH_MS = 30_000;

/** As `fetch`, but takes what was asked for early. */
export async function fetchOnce(request: Request): Promise<Response> {
  return (await takeEarly(request)) ?? fetch(request);
}

/** Another person signs in: what was asked for in the name of the one before is dropped. */
export function dropEarlyAnswers(): void {
  delete window.otvetEarly;
}

async function takeEarly({ method, url }: Request): Promise<Response | undefined> {
  const early = window.otvetEarly;
  const answer = method === 'GET' ? early?.answers.get(url) : undefined;
  if (early === undefined || answer === undefined) return undefined;
  early.answers.delete(url);
  if (performance.now() - early.at > FRESH_MS) return undefined;
  const response = await answer.catch(() => undefined);
  return response?.ok ? response : undefined;
}
