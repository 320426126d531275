import { analyticsIdPatterns } from 'virtual:contract';
import type { WidgetSettings } from '@otvet/contract';
import { all, rules } from '../../../platform/forms/rules.ts';
import { translate } from '../../../platform/texts/texts.ts';

const originPattern = /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9а-яё.-]+(?::\d{1,5})?$/i;

type Check<Value> = (value: Value, values: WidgetSettings) => string | null;
type WidgetRules = { [Name in keyof WidgetSettings]?: Check<WidgetSettings[Name]> };

/** What must be right before widget settings are saved. */
export const widgetRules: WidgetRules = {
  widgetColor: (value) => all(rules.required, rules.hexColor)(value, {}),
  openingTimer: (value) => rules.range({ min: 0, max: 3600 })(value),
  requestedFields: (value, { useContactFields }) =>
    useContactFields && value.length === 0 ? translate('errors.field.requested_fields') : null,
  socLinks: (value, { showSocLinks }) =>
    showSocLinks && value.some((link) => link.value === '' || rules.url(link.value) !== null)
      ? translate('errors.field.url')
      : null,
  analyticsId: (value, { isAnalitics, analyticsType }) =>
    isAnalitics && !analyticsIdPatterns[analyticsType].test(value) ? translate('errors.field.analytics_id') : null,
  allowedOrigins: (value) =>
    value.some((line) => line.trim() !== '' && !originPattern.test(line.trim()))
      ? translate('errors.field.origin')
      : null,
};
