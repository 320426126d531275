import { z } from 'zod';

/** The part of a schema issue that is shown: where, and why in one word. */
const issue = z.object({
  code: z.string().optional(),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  keys: z.array(z.string()).optional(),
  format: z.string().optional(),
});

/** Issues of a validation, as the libraries hand them over. */
export const issues = z.array(issue);

const MAX_DETAILS = 20;
const MAX_NAME = 100;
/** Reasons that a schema of the contract names itself; the library's own messages are sentences. */
const reasonKey = /^[a-z][a-z0-9_]*$/;

/** `{ field: reason }` of a failed validation; the values themselves are never repeated. */
export function describeIssues(list: z.infer<typeof issues>): Record<string, string> {
  const entries = list.flatMap(describeOne).slice(0, MAX_DETAILS);
  return Object.fromEntries(entries);
}

function describeOne(found: z.infer<typeof issue>): [string, string][] {
  const path = (found.path ?? []).join('.');
  if (found.keys !== undefined) return found.keys.map((key) => [cut([path, key].filter(Boolean).join('.')), 'unknown']);
  return [[cut(path === '' ? 'body' : path), reasonOf(found)]];
}

function reasonOf(found: z.infer<typeof issue>): string {
  if (reasonKey.test(found.message)) return found.message;
  if (found.code === 'invalid_type' && found.message.endsWith('received undefined')) return 'required';
  if (found.code === 'invalid_format') return found.format ?? 'invalid';
  return found.code === undefined || found.code === 'custom' || found.code === 'invalid_union' ? 'invalid' : found.code;
}

function cut(name: string): string {
  return name.slice(0, MAX_NAME);
}
