import { expect, it } from 'vitest';
import { assembleConnectors } from './assemble-connectors.ts';
import { makeIo } from './suite/build-connector-input.ts';
import { courierConnector } from './suite/courier/index.ts';

const needing = (environment: { keys: string[]; optionalKeys?: string[] }) => ({
  courier: { ...courierConnector, environment: { urls: {}, ...environment } },
});
const assemble = (registry: ReturnType<typeof needing>, environment: Record<string, string>) =>
  assembleConnectors(registry, { ...makeIo({}), environment });

it('a channel that needs an application of the installation is offered with all its keys alone', () => {
  const registry = needing({ keys: ['A_APP_ID', 'A_APP_SECRET'] });
  expect(Object.keys(assemble(registry, { A_APP_ID: '1' }).byType)).toEqual([]);
  const { byType, io } = assemble(registry, { A_APP_ID: '1', A_APP_SECRET: 's', OTHER_APP_SECRET: 'x' });
  expect(Object.keys(byType)).toEqual(['courier']);
  expect(io.vendorKeys).toEqual({ A_APP_ID: '1', A_APP_SECRET: 's' });
});

it('a channel that an owner may bring an application for is offered without one, and knows it where there is one', () => {
  const registry = needing({ keys: [], optionalKeys: ['A_APP_ID'] });
  expect(assemble(registry, {})).toMatchObject({ byType: { courier: {} }, io: { vendorKeys: { A_APP_ID: '' } } });
  expect(assemble(registry, { A_APP_ID: '1' }).io.vendorKeys).toEqual({ A_APP_ID: '1' });
});
