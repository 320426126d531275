import { type Locale, lookOf, teaserOf, type WidgetConfig } from '@otvet/contract';
import { serverTexts } from '../../platform/texts/texts.ts';
import type { WidgetChannel } from './deps.ts';

/** What the browser may know of the settings before anybody opened the window. */
export function toWidgetConfig(
  { id, settings, widget }: WidgetChannel,
  { locale, questions }: { locale: Locale; questions: string[] },
): WidgetConfig {
  const greeting = settings.greeting.trim() || serverTexts(spokenLocale(settings, locale), 'assistant.greeting');
  const logo = findLogoFile(widget.customWidgetLogo);
  return {
    ...lookOf(widget),
    logo: logo === undefined ? null : `/widget/${id}/logo?v=${logo}`,
    greeting,
    teaser: teaserOf(widget, greeting),
    status: serverTexts(locale, settings.active ? 'assistant.status.at_once' : 'assistant.status.people'),
    questions,
  };
}

/** An assistant that speaks one of our languages only greets in it. */
function spokenLocale({ aiLang }: WidgetChannel['settings'], locale: Locale): Locale {
  return aiLang === 'ru' || aiLang === 'en' ? aiLang : locale;
}

const fileId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The logo is a file of ours: its id stands in the last part of the address that the upload gave. */
export function findLogoFile(address: string | null): string | undefined {
  return fileId.exec(address?.slice(address.lastIndexOf('/') + 1) ?? '')?.[0]?.toLowerCase();
}
