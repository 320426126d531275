// No schema stands here: browsers take it without the schema library.
import { limits } from '../limits.ts';
import type { WidgetConfig } from '../widget-protocol.ts';
import type { WidgetSettings } from './widget-options.ts';
import { analyticsIdPatterns, networkNames } from './widget-values.ts';

/** What follows from the options alone: the server sends it to visitors, the settings show it before they are saved. */
export type WidgetLook = Omit<WidgetConfig, 'logo' | 'greeting' | 'teaser' | 'status' | 'questions'>;

export function lookOf(widget: WidgetSettings): WidgetLook {
  return {
    title: widget.widgetTitle,
    color: widget.widgetColor,
    position: widget.widgetPosition,
    socLinks: widget.showSocLinks ? namedLinksOf(widget) : [],
    fields: requestedFieldsOf(widget),
    openByWindowMessage: widget.openByWindowMessage,
    openingTimer: widget.openingTimer,
    analytics: analyticsOf(widget),
  };
}

/** The line beside the closed button: the owner's, else the first one of the greeting; empty where none is shown. */
export function teaserOf({ showTeaser, teaserText }: WidgetSettings, greeting: string): string {
  if (!showTeaser) return '';
  const line = teaserText.trim() || (greeting.trim().split('\n', 1)[0] ?? '').trim();
  const letters = Array.from(line);
  return letters.length > limits.teaser
    ? `${letters
        .slice(0, limits.teaser - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

/** The name of the network, or the host of a site; what is no web address is left out. */
function namedLinksOf({ socLinks }: WidgetSettings): WidgetLook['socLinks'] {
  return socLinks
    .filter(({ value }) => /^https?:\/\//i.test(value) && URL.canParse(value))
    .map(({ network, value }) => ({
      name: networkNames[network] ?? new URL(value).host.replace(/^www\./, ''),
      value,
    }));
}

/** With contact fields on, the owner's choice of fields; else the name alone, unless asking for it is skipped. */
function requestedFieldsOf(widget: WidgetSettings): WidgetConfig['fields'] {
  const asked = widget.skipAskingName ? [] : (['name'] as const);
  const names = widget.useContactFields ? [...new Set(widget.requestedFields)] : [...asked];
  return { names, isForced: widget.forceAskingName && names.length > 0 };
}

function analyticsOf(widget: WidgetSettings): WidgetConfig['analytics'] {
  const { isAnalitics, analyticsType: type, analyticsId: id } = widget;
  return isAnalitics && analyticsIdPatterns[type].test(id) ? { type, id } : null;
}
