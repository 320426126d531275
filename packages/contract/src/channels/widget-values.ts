// No schema stands here: browsers take these values without the schema library.
import type { WidgetSettings } from './widget-options.ts';

/** Fields that a visitor may be asked for before the dialog. */
export const requestedFields = ['name', 'email', 'phone'] as const;

/** Corner of the page where the button stands. */
export const widgetSides = ['right', 'left'] as const;

/** Analytics systems whose trackers the widget calls on the host page. */
export const analyticsTypes = ['ga4', 'gtm', 'yandex', 'facebook'] as const;
export type AnalyticsType = (typeof analyticsTypes)[number];

/** Tolerant shapes of the trackers' identifiers; vendors publish no grammar. */
export const analyticsIdPatterns: Record<AnalyticsType, RegExp> = {
  ga4: /^G-[A-Z0-9]{4,}$/,
  gtm: /^GTM-[A-Z0-9]{4,}$/,
  yandex: /^\d{4,12}$/,
  facebook: /^\d{6,20}$/,
};

export const socialNetworks = ['telegram', 'whatsapp', 'instagram', 'facebook', 'viber', 'vkontakte', 'site'] as const;

/** How a link is called, in the window and in the settings; the window calls a site by its host. */
export const networkNames: Record<(typeof socialNetworks)[number], string | undefined> = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  facebook: 'Facebook',
  viber: 'Viber',
  vkontakte: 'VK',
  site: undefined,
};

/** What depends on more than one option, by the field that has to change: asked on the screen and on the server. */
export function findWidgetFaults(options: {
  useContactFields: boolean;
  requestedFields: readonly string[];
  analyticsType: AnalyticsType;
  isAnalitics: boolean;
  analyticsId: string;
}): Partial<Record<'requestedFields' | 'analyticsId', string>> {
  const { useContactFields, requestedFields: asked, analyticsType, analyticsId, isAnalitics } = options;
  const isIdNeeded = isAnalitics || analyticsId !== '';
  return {
    ...(useContactFields && asked.length === 0 && { requestedFields: 'requested_fields' }),
    ...(isIdNeeded && !analyticsIdPatterns[analyticsType].test(analyticsId) && { analyticsId: 'analytics_id' }),
  };
}

export const initialWidgetSettings: WidgetSettings = {
  widgetTitle: '',
  widgetColor: '#FFCF33',
  customWidgetLogo: null,
  widgetPosition: 'right',
  showTeaser: false,
  teaserText: '',
  showSocLinks: false,
  socLinks: [],
  useContactFields: false,
  skipAskingName: true,
  forceAskingName: false,
  requestedFields: ['name'],
  openByWindowMessage: false,
  openingTimer: 0,
  showQuestions: true,
  startQuestions: [],
  isAnalitics: false,
  analyticsType: 'yandex',
  analyticsId: '',
  allowedOrigins: [],
};

/** The options of a channel of this type as the API gave them, complete. */
export function readWidgetSettings(options: Record<string, unknown>): WidgetSettings {
  return { ...initialWidgetSettings, ...options };
}
