import type { Page } from 'playwright-core';

/** What a page did that it must not do. */
export type PageWatch = {
  console: string[];
  /** What a test causes on purpose. */
  expected: readonly RegExp[];
  problems(): string[];
  expect(pattern: RegExp): void;
};

// The address is said beside the text, so that a missing resource can be found.
const describe = (text: string, url: string) => (url === '' ? text : `${text} (${url})`);

/** Collects errors, boxes that a script opened and requests to other hosts, but for what is expected in the window already. */
export function watchPage(page: Page, hosts: readonly string[], before: readonly RegExp[] = []): PageWatch {
  const lines: string[] = [];
  const found: string[] = [];
  const expected: RegExp[] = [...before];
  page.on('pageerror', (error) => found.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const line = describe(message.text(), message.location().url);
    lines.push(`${message.type()}: ${line}`);
    if (message.type() === 'error') found.push(`console: ${line}`);
  });
  page.on('dialog', (dialog) => {
    // The browser's own question before something typed is lost: the person leaves.
    const isLeaving = dialog.type() === 'beforeunload';
    found.push(isLeaving ? 'asked before leaving' : `a script opened a box: ${dialog.message()}`);
    void (isLeaving ? dialog.accept() : dialog.dismiss());
  });
  page.on('crash', () => found.push('the page crashed'));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && !hosts.includes(host)) found.push(`foreign request: ${request.url()}`);
  });
  return {
    console: lines,
    expected,
    problems: () => found.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    expect: (pattern) => {
      expected.push(pattern);
    },
  };
}
