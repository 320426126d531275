import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { type RateClass, rateOf } from './procedure.ts';

type Route = { name: string; method: string; rate: RateClass; procedure: AnyContractProcedure };

const routes: Route[] = Object.entries(contract).flatMap(([group, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    if (!isContractProcedure(procedure)) return [];
    const { route, meta } = procedure['~orpc'];
    return [{ name: `${group}.${name}`, method: route.method ?? '', rate: rateOf(route.method, meta), procedure }];
  }),
);
const fieldsOf = ({ procedure }: Route) => {
  const { inputSchema } = procedure['~orpc'];
  return inputSchema instanceof z.ZodObject ? inputSchema.shape : {};
};
const holdsFile = (field: unknown): boolean =>
  (field instanceof z.ZodOptional && holdsFile(field.unwrap())) ||
  field instanceof z.ZodFile ||
  (field instanceof z.ZodArray && field.element instanceof z.ZodFile);
const namesOf = (rate: RateClass) => routes.filter((route) => route.rate === rate).map(({ name }) => name);

it('a route that takes a file counts as an upload, one that searches as a search', () => {
  expect(routes.length).toBeGreaterThan(40);
  expect(namesOf('upload')).toEqual(
    routes.filter((route) => Object.values(fieldsOf(route)).some(holdsFile)).map(({ name }) => name),
  );
  expect(namesOf('search')).toEqual(
    routes.filter((route) => Object.hasOwn(fieldsOf(route), 'search')).map(({ name }) => name),
  );
});

it('only a GET that changes nothing and asks nobody counts as a read', () => {
  expect(routes.filter(({ method, rate }) => rate === 'read' && method !== 'GET')).toEqual([]);
  const others = routes.filter(({ method, rate }) => method === 'GET' && rate !== 'read');
  expect(others.map(({ name, rate }) => `${name} ${rate}`).sort()).toEqual([
    'channels.templates platform',
    'chat.ban write',
    'chat.profileLink platform',
    'chat.unban write',
    'connecting.poll platform',
    'learning.pairs search',
    'sources.passages search',
    'user.checkEmail write',
    'user.passwordResetToken write',
  ]);
});

it('whatever has a platform check credentials counts as such', () => {
  expect(namesOf('connect').sort()).toEqual([
    'channels.connect',
    'channels.createNumber',
    'channels.validateToken',
    'connecting.advance',
    'connecting.finishRedirect',
    'connecting.restart',
    'connecting.start',
  ]);
});
