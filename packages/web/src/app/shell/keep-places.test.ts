import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepPlaces } from './keep-places.ts';

afterEach(() => vi.unstubAllGlobals());

const at = (address: string) => {
  const url = new URL(address, 'http://x');
  return { pathname: url.pathname, search: Object.fromEntries(url.searchParams), href: address };
};

/** The events of the router, as it sends them. */
function watchPlaces() {
  vi.stubGlobal('document', { activeElement: null });
  const heard = new Map<string, (event: object) => void>();
  const router = {
    subscribe: (name: string, hear: (event: object) => void) => {
      heard.set(name, hear);
      return () => heard.delete(name);
    },
  };
  const frame = {
    scrollTop: 0,
    contains: () => false,
    scrollTo: (_left: number, top: number) => (frame.scrollTop = top),
  };
  Reflect.apply(keepPlaces, undefined, [router, frame]);
  let now = '/start/';
  const leave = (to: string) => heard.get('onBeforeNavigate')?.({ fromLocation: at(now), toLocation: at(to) });
  const arrive = (to: string) => {
    heard.get('onRendered')?.({ fromLocation: at(now), toLocation: at(to) });
    now = to;
    return frame.scrollTop;
  };
  const go = (to: string, scrolled = 0) => {
    frame.scrollTop = scrolled;
    leave(to);
    return arrive(to);
  };
  return { frame, go, leave, arrive };
}

describe('where a screen stands', () => {
  it('a new one at its top, the one before where it was left', () => {
    const { go } = watchPlaces();
    expect(go('/bases/1/?tab=sources')).toBe(0);
    expect(go('/bases/1/?source=7', 800)).toBe(0);
    expect(go('/bases/1/?tab=sources', 300)).toBe(800);
    expect(go('/bases/', 900)).toBe(0);
  });

  it('risk: a screen that is opened anew by another way stands where it was left long ago', () => {
    const { go } = watchPlaces();
    go('/bases/1/');
    go('/inbox/', 5000);
    go('/bases/');
    expect(go('/bases/1/')).toBe(0);
  });

  it('risk: a place of a source that is opened again stays out of sight', () => {
    const { frame, go, leave, arrive } = watchPlaces();
    go('/bases/1/?passage=5');
    go('/bases/1/?tab=check', 40);
    leave('/bases/1/?passage=5');
    // The row itself.
    frame.scrollTop = 7000;
    expect(arrive('/bases/1/?passage=5')).toBe(7000);
  });

  it('risk: who turns back before the next screen has come loses the place', () => {
    const { frame, go, leave, arrive } = watchPlaces();
    go('/bases/1/');
    frame.scrollTop = 1065;
    leave('/channels/');
    // What covers it while the next one is loaded.
    frame.scrollTop = 0;
    leave('/bases/1/');
    expect(arrive('/bases/1/')).toBe(1065);
  });

  it('risk: a question that is asked moves its screen', () => {
    const { frame, go, leave, arrive } = watchPlaces();
    go('/bases/1/?tab=check');
    frame.scrollTop = 100;
    leave('/bases/1/?tab=check&ask=a');
    frame.scrollTop = 250;
    expect(arrive('/bases/1/?tab=check&ask=a')).toBe(250);
  });
});
