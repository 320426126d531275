import { z } from 'zod';
import { hexColor, text, webUrl } from '../fields.ts';
import { analyticsTypes, findWidgetFaults, requestedFields, socialNetworks } from './widget-values.ts';

export const socLink = z.strictObject({ network: z.enum(socialNetworks), value: webUrl });

/** `https://shop.example`, `http://localhost:8080` or `*.shop.example`. */
export const originPattern = z
  .string()
  .max(255)
  .regex(/^(?:https?:\/\/)?(?:\*\.)?[a-z0-9а-яё.-]+(?::\d{1,5})?$/i, 'origin');

const shape = {
  widgetTitle: text(80),
  widgetColor: hexColor,
  customWidgetLogo: text(300).nullable(),
  showSocLinks: z.boolean(),
  socLinks: z.array(socLink).max(10),
  useContactFields: z.boolean(),
  skipAskingName: z.boolean(),
  forceAskingName: z.boolean(),
  requestedFields: z.array(z.enum(requestedFields)).max(requestedFields.length),
  openByWindowMessage: z.boolean(),
  openingTimer: z.number().int().min(0).max(3600),
  isAnalitics: z.boolean(),
  analyticsType: z.enum(analyticsTypes),
  analyticsId: text(40),
  allowedOrigins: z.array(originPattern).max(50),
};

/** Look and behaviour of the site widget (specification, section 3): the options of its type. */
export const widgetSettings = z.strictObject(shape).superRefine((options, context) => {
  for (const [field, message] of Object.entries(findWidgetFaults(options)))
    context.addIssue({ code: 'custom', path: [field], message });
});
export type WidgetSettings = z.infer<typeof widgetSettings>;
