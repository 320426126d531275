import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { contract } from './contract.ts';

const routes = Object.values(contract).flatMap((procedures) =>
  Object.values(procedures).flatMap((procedure) => (isContractProcedure(procedure) ? [procedure['~orpc'].route] : [])),
);

/** The specification, section 7, "Channels": the calls of the channels themselves, word for word, with their codes. */
it.each([
  ['POST', '/v1/connect/{channelType}/', undefined],
  ['PUT', '/v1/connect/{channelType}/{id}/', 201],
  ['DELETE', '/v1/connect/{channelType}/{id}/', 201],
  ['GET', '/v1/channels/all/', undefined],
  // `/v1/channels/{a}/{b}/`: the specification does not name its places.
  ['GET', '/v1/channels/{channelType}/{id}/', undefined],
  ['POST', '/v1/upload/upload-widget-photo/', undefined],
  ['GET', '/v1/connect/get-intercom-webhook/', undefined],
  ['POST', '/v1/connect/validate-tg-token/', undefined],
  ['GET', '/v1/connect/poll/{id}', undefined],
  ['GET', '/v1/whatsapp-web/numbers/', undefined],
  ['GET', '/v1/whatsapp/all-numbers/', undefined],
  ['POST', '/v1/whatsapp/create/', undefined],
  ['GET', '/v1/connect/validate-phone/{phone}', undefined],
  ['POST', '/v1/admin/new-channel-request/', undefined],
] as const)('%s %s', (method, path, successStatus) => {
  const found = routes.filter((route) => route.method === method && route.path === path);
  expect(found).toHaveLength(1);
  expect(found[0]?.successStatus).toBe(successStatus);
});
