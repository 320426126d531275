import { initialWidgetSettings, widgetSettings } from '@otvet/contract';
import type { OptionsDeclaration } from '../port.ts';

/** Look and behaviour on the owner's site. There are no credentials: the origin allow-list decides where it opens. */
export const widgetOptions: OptionsDeclaration = {
  schema: widgetSettings,
  initial: initialWidgetSettings,
  fileOptions: ['customWidgetLogo'],
};
