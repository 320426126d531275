import type { BrowserContext, Page, Route } from 'playwright-core';

type Handle = (route: Route) => Promise<void> | void;

/**
 * Handles the requests of a page or of a whole window until `letPass`; from then on they go where they would. The route itself
 * stays: when the last one goes, a request that the browser holds for it at that moment may be answered by nobody (2 uploads
 * at once of which the first is refused by a route with `times: 1`: 11 of 2,720 on a busy machine).
 */
export async function meetRequests(target: Page | BrowserContext, pattern: string | RegExp, handle: Handle) {
  let isMet = true;
  await target.route(pattern, (route) => (isMet ? handle(route) : route.fallback()));
  return {
    letPass: () => {
      isMet = false;
    },
  };
}

/** Handles the first of these requests. */
export async function meetRequest(target: Page | BrowserContext, pattern: string, handle: Handle): Promise<void> {
  const { letPass } = await meetRequests(target, pattern, (route) => {
    letPass();
    return handle(route);
  });
}
