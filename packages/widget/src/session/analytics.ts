import type { WidgetConfig } from '@otvet/contract';

type EventName = 'athena_open' | 'athena_first_user_message' | 'athena_complete';
type Params = { widget: 'otvet'; channel_id: string; dialog_id: string; page: string; widget_lang: string };
type Tracked = { id: string; name: EventName; params: Params };

const POLL_MS = 500;
const MAX_POLLS = 20;

/** Tells the page (two browser events) and the tracker that the page itself has loaded; nothing personal, no script of a vendor. */
export function trackEvent(analytics: WidgetConfig['analytics'], name: EventName, params: Params): void {
  const isDebug = location.hash === '#otvet-debug';
  for (const type of [name, `otvet:${name}`]) window.dispatchEvent(new CustomEvent(type, { detail: params }));
  if (analytics === null) return;
  const send = senders[analytics.type];
  const attempt = (left: number) => {
    const isSent = tryTo(() => send({ id: analytics.id, name, params }));
    if (!isSent && left > 0) setTimeout(() => attempt(left - 1), POLL_MS);
    // biome-ignore lint/suspicious/noConsole: asked for by the site's owner with #otvet-debug
    else if (isDebug) console.info('[otvet]', name, analytics.type, isSent ? 'sent' : 'tracker not found');
  };
  attempt(MAX_POLLS);
}

/**
 * Calls of the trackers; false = not there yet. Read 2026-11-20:
 * ga4 and gtm https://developers.google.com/tag-manager/devguide/, yandex https://yandex.ru/support/metrica/objects/reachgoal.html,
 * facebook https://developers.facebook.com/docs/meta-pixel/implementation/conversion-tracking
 */
const senders: Record<NonNullable<WidgetConfig['analytics']>['type'], (event: Tracked) => boolean> = {
  ga4: ({ id, name, params }) => {
    const gtag = pageValue('gtag');
    if (isCallable(gtag)) return call(gtag, ['event', name, { ...params, send_to: id }]);
    const layer = pageValue('dataLayer');
    if (!Array.isArray(layer)) return false;
    pushArguments(layer)('event', name, { ...params, send_to: id });
    return true;
  },
  gtm: ({ id, name, params }) => {
    const layerName = findLayerName(id);
    const layer = pageValue(layerName) ?? [];
    if (!Array.isArray(layer)) return false;
    layer.push({ event: name, otvet: params });
    Reflect.set(window, layerName, layer);
    return true;
  },
  yandex: ({ id, name, params }) => {
    const ym = pageValue('ym');
    if (isCallable(ym)) return call(ym, [Number(id), 'reachGoal', name, params]);
    const counter = pageValue(`yaCounter${id}`);
    if (typeof counter !== 'object' || counter === null) return false;
    const reachGoal: unknown = Reflect.get(counter, 'reachGoal');
    return isCallable(reachGoal) && call(reachGoal.bind(counter), [name, params]);
  },
  facebook: ({ id, name, params }) => {
    const fbq = pageValue('fbq');
    const eventID = `${params.dialog_id}:${name}`;
    return isCallable(fbq) && call(fbq, ['trackSingleCustom', id, name, params, { eventID }]);
  },
};

function pageValue(name: string): unknown {
  return Reflect.get(window, name);
}

type Callable = (...values: unknown[]) => unknown;

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

function call(tracker: Callable, values: unknown[]): true {
  Reflect.apply(tracker, window, values);
  return true;
}

/** gtag.js reads an `arguments` object and ignores an array. */
function pushArguments(layer: unknown[]): (...values: unknown[]) => void {
  return function push() {
    // biome-ignore lint/complexity/noArguments: the vendor's own snippet does so
    layer.push(arguments);
  };
}

/** The layer may be renamed in the container's snippet (`&l=`). */
function findLayerName(containerId: string): string {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src*="googletagmanager.com/gtm.js"]')) {
    const query = new URL(script.src).searchParams;
    if (query.get('id') === containerId) return query.get('l') ?? 'dataLayer';
  }
  return 'dataLayer';
}

/** A tracker that throws is given up: it must never harm the page or the chat. */
function tryTo(run: () => boolean): boolean {
  try {
    return run();
  } catch {
    return true;
  }
}
