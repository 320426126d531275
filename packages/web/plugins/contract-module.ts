import {
  analyticsIdPatterns,
  analyticsTypes,
  assistantLanguages,
  contract,
  messengers,
  requestedFields,
  socialNetworks,
} from '@otvet/contract';
import type { Plugin } from 'vite';

const moduleId = 'virtual:contract';
const resolvedId = `\0${moduleId}`;

/**
 * Gives the browser the contract without its schemas: methods, addresses and plain lists. Types come from `@otvet/contract`
 * itself, so that the schema library stays out of the bundle.
 */
export function contractModule(): Plugin {
  return {
    name: 'contract-module',
    resolveId: (id) => (id === moduleId ? resolvedId : undefined),
    load: (id) => (id === resolvedId ? writeModule() : undefined),
  };
}

function writeModule(): string {
  const lists = { analyticsTypes, assistantLanguages, messengers, requestedFields, socialNetworks };
  const patterns = Object.entries(analyticsIdPatterns).map(([type, pattern]) => `${type}: ${pattern.toString()}`);
  return [
    `export const routes = ${JSON.stringify(listRoutes())};`,
    ...Object.entries(lists).map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};`),
    `export const analyticsIdPatterns = { ${patterns.join(', ')} };`,
  ].join('\n');
}

/** `chat.send` → `POST /v1/chat/messages/{id}/`. */
function listRoutes(): Record<string, string> {
  const routes = Object.entries(contract).flatMap(([group, procedures]) =>
    Object.entries(procedures).map(([name, procedure]): [string, string] => {
      const { method, path } = procedure['~orpc'].route;
      return [`${group}.${name}`, `${method} ${path}`];
    }),
  );
  return Object.fromEntries(routes);
}
