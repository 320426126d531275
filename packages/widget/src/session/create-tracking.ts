import type { WindowHost } from '../shared/host.ts';
import type { SafeStorage } from '../shared/storage.ts';
import { trackEvent } from './analytics.ts';

export type Tracking = {
  trackOpen(): void;
  /** Each of these once per visitor, however often the server says so. */
  trackOnce(name: 'athena_first_user_message' | 'athena_complete'): void;
};

type Options = { host: WindowHost; storage: SafeStorage };

/** What the site's own analytics hears of the dialog. */
export function createTracking({ host, storage }: Options): Tracking {
  const track = (name: Parameters<typeof trackEvent>[1]) =>
    trackEvent(host.config.analytics, name, {
      widget: 'otvet',
      channel_id: host.channelId,
      dialog_id: storage.read('dialog') ?? '',
      page: location.pathname,
      widget_lang: host.language,
    });

  return {
    trackOpen: () => track('athena_open'),
    trackOnce: (name) => {
      const tracked = storage.read('tracked') ?? '';
      if (tracked.includes(name)) return;
      storage.write('tracked', `${tracked} ${name}`);
      track(name);
    },
  };
}
