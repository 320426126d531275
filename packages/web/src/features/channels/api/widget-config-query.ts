import type { Channel, Locale, WidgetConfig } from '@otvet/contract';
import { queryOptions } from '@tanstack/react-query';

/** What the server tells a visitor of a widget before he opens it, in a language; asked again when the channel changed. */
export function widgetConfigQuery({ channel, language }: { channel: Channel; language: Locale }) {
  return queryOptions({
    queryKey: ['widget-config', language, channel],
    queryFn: async (): Promise<WidgetConfig> => {
      const response = await fetch(`/widget/${channel.id}/config?lang=${language}`);
      if (!response.ok) throw new Error(`the widget has no settings: ${response.status}`);
      return response.json();
    },
  });
}
