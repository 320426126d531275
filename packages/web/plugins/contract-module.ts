import { contract } from '@otvet/contract';
import type { Plugin } from 'vite';

const MODULE_ID = 'virtual:contract';
const resolvedId = `\0${MODULE_ID}`;

/**
 * Gives the browser the addresses of the contract's calls, which stand among schemas; everything else comes from
 * `@otvet/contract/values`, and types from `@otvet/contract` itself.
 */
export function contractModule(): Plugin {
  return {
    name: 'contract-module',
    resolveId: (id) => (id === MODULE_ID ? resolvedId : undefined),
    load: (id) => (id === resolvedId ? `export const routes = ${JSON.stringify(listRoutes())};` : undefined),
  };
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
