import { analyticsIdPatterns, type WidgetConfig } from '@otvet/contract';
import type { WidgetChannel } from './deps.ts';

/** What the browser may know of the settings before anybody opened the window. */
export function toWidgetConfig({ id, settings, widget }: WidgetChannel): WidgetConfig {
  const logo = findLogoFile(widget.customWidgetLogo);
  return {
    title: widget.widgetTitle,
    color: widget.widgetColor,
    logo: logo === undefined ? null : `/widget/${id}/logo?v=${logo}`,
    greeting: settings.greeting,
    socLinks: widget.showSocLinks ? widget.socLinks : [],
    fields: requestedFieldsOf(widget),
    openByWindowMessage: widget.openByWindowMessage,
    openingTimer: widget.openingTimer,
    analytics: analyticsOf(widget),
  };
}

/** With contact fields on, the owner's choice of fields; else the name alone, unless asking for it is skipped. */
function requestedFieldsOf(widget: WidgetChannel['widget']): WidgetConfig['fields'] {
  const asked = widget.skipAskingName ? [] : (['name'] as const);
  const names = widget.useContactFields ? [...new Set(widget.requestedFields)] : [...asked];
  return { names, isForced: widget.forceAskingName && names.length > 0 };
}

function analyticsOf(widget: WidgetChannel['widget']): WidgetConfig['analytics'] {
  const { isAnalitics, analyticsType: type, analyticsId: id } = widget;
  return isAnalitics && analyticsIdPatterns[type].test(id) ? { type, id } : null;
}

const fileId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The logo is a file of ours: its id stands in the last part of the address that the upload gave. */
export function findLogoFile(address: string | null): string | undefined {
  return fileId.exec(address?.slice(address.lastIndexOf('/') + 1) ?? '')?.[0]?.toLowerCase();
}
