import { type Exchange, sendBytes } from './serve.ts';

/** How files of customers fail: the link has ended, nothing is there, or a page is in its place. */
export const mediaFaults = ['expired-media', 'missing-media', 'media-page'] as const;
export type MediaFault = (typeof mediaFaults)[number];

const answers = {
  'expired-media': { status: 403, words: 'URL signature expired' },
  'missing-media': { status: 404, words: 'Not here' },
  'media-page': { status: 200, words: 'Sign in' },
} satisfies Record<MediaFault, { status: number; words: string }>;

/** What the host of the files answers in the place of one. */
export function sendMediaFault({ response }: Pick<Exchange, 'response'>, fault: MediaFault): void {
  const { status, words } = answers[fault];
  const body = Buffer.from(`<html><body>${words}</body></html>`);
  sendBytes(response, { status, body, headers: { 'content-type': 'text/html' } });
}

/** Links that have ended: they stay so when the platform works again, only new ones lead to the file. */
export function createLinkEnds(): { isOver(url: URL, fault: MediaFault | undefined): boolean } {
  const ended = new Set<string>();
  return {
    isOver: ({ pathname, search }, fault) => {
      if (fault === 'expired-media') ended.add(pathname + search);
      return ended.has(pathname + search);
    },
  };
}
