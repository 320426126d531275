import { z } from 'zod';
import { boundedText, hexColor, text, webUrl } from '../fields.ts';
import { limits } from '../limits.ts';
import { findOriginFault } from '../site-origin.ts';
import { analyticsTypes, findWidgetFaults, requestedFields, socialNetworks, widgetSides } from './widget-values.ts';

export const socLink = z.strictObject({ network: z.enum(socialNetworks), value: webUrl });

const siteOrigin = boundedText(255).superRefine((pattern, context) => {
  const fault = findOriginFault(pattern);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

const shape = {
  widgetTitle: text(limits.widgetTitle),
  widgetColor: hexColor,
  customWidgetLogo: text(300).nullable(),
  widgetPosition: z.enum(widgetSides),
  /** A line beside the closed button; without words of its own it is the greeting's first one. */
  showTeaser: z.boolean(),
  teaserText: text(limits.teaser),
  showSocLinks: z.boolean(),
  socLinks: z.array(socLink).max(limits.socialLinks),
  useContactFields: z.boolean(),
  skipAskingName: z.boolean(),
  forceAskingName: z.boolean(),
  requestedFields: z
    .array(z.enum(requestedFields))
    .max(requestedFields.length)
    .refine((names) => new Set(names).size === names.length, 'invalid'),
  openByWindowMessage: z.boolean(),
  openingTimer: z.number().int().min(0).max(limits.openingTimerMaxSeconds),
  showQuestions: z.boolean(),
  /** Empty: the first ones of the knowledge base. */
  startQuestions: z
    .array(text(limits.startQuestion))
    .max(limits.startQuestions)
    .transform((questions) => [...new Set(questions.map((question) => question.trim()).filter(Boolean))]),
  isAnalitics: z.boolean(),
  analyticsType: z.enum(analyticsTypes),
  analyticsId: text(limits.analyticsId),
  allowedOrigins: z.array(siteOrigin).max(limits.siteOrigins),
};

/** Look and behaviour of the site widget (specification, section 3): the options of its type. */
export const widgetSettings = z.strictObject(shape).superRefine((options, context) => {
  for (const [field, message] of Object.entries(findWidgetFaults(options)))
    context.addIssue({ code: 'custom', path: [field], message });
});
export type WidgetSettings = z.infer<typeof widgetSettings>;
