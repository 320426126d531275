// What browsers take from the contract as it stands: lists, limits, patterns and rules, without the schema library.
// No module that is named here, nor one that it imports, may import a schema: `values.test.ts` sees to it.
export * from './assistant-languages.ts';
export * from './attachment-types.ts';
export * from './channel-contacts.ts';
export * from './channel-states.ts';
export * from './channels/channel-types.ts';
export * from './channels/descriptor.ts';
export * from './channels/form-field.ts';
export * from './channels/widget-look.ts';
export * from './channels/widget-values.ts';
export * from './delivery-reasons.ts';
export * from './errors.ts';
export * from './fill-template.ts';
export * from './format-hours.ts';
export * from './limits.ts';
export * from './media-failures.ts';
export * from './offered-choices.ts';
export * from './patterns.ts';
export * from './person-mark.ts';
export * from './plans.ts';
export * from './reply-of-row.ts';
export * from './roles.ts';
export * from './say-row.ts';
export * from './source-endings.ts';
export * from './speaker-lines.ts';
export * from './typing.ts';
export * from './user-values.ts';
