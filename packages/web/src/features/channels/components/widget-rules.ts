import type { WidgetSettings } from '@otvet/contract';
import { analyticsIdPatterns, findOriginShapeFault, findWidgetFaults, limits } from '@otvet/contract/values';
import { faultText } from '../../../platform/forms/field-faults.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { translate, translateOr } from '../../../platform/texts/texts.ts';

type Check<Value> = (value: Value, values: WidgetSettings) => string | null;
type WidgetRules = { [Name in keyof WidgetSettings]?: Check<WidgetSettings[Name]> };

/** What must be right before widget settings are saved. */
export const widgetRules: WidgetRules = {
  widgetColor: (value) => all(rules.required, rules.hexColor)(value, {}),
  teaserText: (value) => rules.maxLength(limits.teaser)(value),
  openingTimer: (value) => rules.range({ min: 0, max: limits.openingTimerMaxSeconds })(value),
  requestedFields: (_value, values) => findFault('requestedFields', values),
  startQuestions: (value) => value.map(rules.maxLength(limits.startQuestion)).find((fault) => fault !== null) ?? null,
  socLinks: (value, { showSocLinks }) =>
    showSocLinks && value.some((link) => link.value === '' || rules.url(link.value) !== null)
      ? translate('errors.field.url')
      : null,
  // An id that is hidden and half typed is not kept, so nothing is asked of it.
  analyticsId: (_value, values) => (values.isAnalitics ? findFault('analyticsId', values) : null),
  allowedOrigins: findOriginFault,
};

/** What is switched off and half typed is not kept. */
export function tidyWidget(values: WidgetSettings): WidgetSettings {
  const socLinks = values.socLinks.filter(({ value }) => rules.url(value) === null);
  const isIdWrong = !analyticsIdPatterns[values.analyticsType].test(values.analyticsId);
  const allowedOrigins = values.allowedOrigins.map((line) => line.trim()).filter((line) => line !== '');
  return {
    ...values,
    socLinks,
    allowedOrigins,
    startQuestions: readQuestions(values.startQuestions),
    analyticsId: isIdWrong ? '' : values.analyticsId,
  };
}

/** The first site that is none; the server knows the zones of several parts too. */
function findOriginFault(lines: readonly string[]): string | null {
  for (const [at, line] of lines.entries()) {
    const fault = line.trim() === '' ? undefined : findOriginShapeFault(line.trim());
    if (fault !== undefined) return faultText({ reason: fault, at, line });
  }
  return null;
}

function findFault(field: 'requestedFields' | 'analyticsId', values: WidgetSettings): string | null {
  const fault = findWidgetFaults(values)[field];
  return fault === undefined ? null : translateOr(`errors.field.${fault}`, 'errors.field.form');
}

/** Questions for the start as they are kept: each once, without the empty ones. */
export function readQuestions(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '');
}
