// What browsers take from the contract as it stands: lists, limits, patterns and rules, without the schema library.
// A module that is named here imports no schema (`npm run check` sees to it).
export * from './limits.ts';
export * from './typing.ts';
