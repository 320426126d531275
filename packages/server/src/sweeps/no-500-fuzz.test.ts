import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildInputs, buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import {
  type ContractCall,
  type FieldSchema,
  type Input,
  listContractCalls,
  sendCall,
} from '../testing/product/contract-calls.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ rates: uncounted });
  tenant = await buildTenant(app);
});
afterAll(() => app.close());

const calls = listContractCalls();

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e400',
  '12345678901234567890',
  '../../etc/passwd',
  "'; select pg_sleep(9)--",
  '%',
  '\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\u202e',
);
const anyText = fc.oneof(
  oddTexts,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 300, maxLength: 400 }),
);
const anyValue = fc.oneof(
  anyText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 10 }), anyText, { maxKeys: 3 }),
);

/** A value near what the schema of a field takes, or far from it. */
function valueNear(field: FieldSchema, seed: unknown): fc.Arbitrary<unknown> {
  const near: fc.Arbitrary<unknown>[] = [fc.constant(seed)];
  if (field.enum !== undefined) near.push(fc.constantFrom(...field.enum));
  if (field.format === 'uuid') near.push(fc.uuid());
  if (field.format === 'email') near.push(fc.emailAddress());
  if (field.type === 'number' || field.type === 'integer') near.push(fc.double(), fc.integer());
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...near) }, { weight: 2, arbitrary: anyValue });
}

/** An input of a call: most fields as they should be, some odd, some missing, sometimes one that does not belong. */
function inputOf(call: ContractCall): fc.Arbitrary<Input> {
  const seeds = buildInputs(tenant)[call.name]?.() ?? {};
  const fields = Object.fromEntries(
    Object.entries(call.fields).map(([name, field]) => [
      name,
      seeds[name] instanceof File ? fc.constant(seeds[name]) : valueNear(field, seeds[name]),
    ]),
  );
  const stray = fc.option(fc.tuple(fc.string({ maxLength: 12 }), anyValue), { nil: undefined, freq: 5 });
  return fc
    .tuple(fc.record(fields, { requiredKeys: call.inPath }), stray)
    .map(([input, extra]) => withoutLoneSurrogatesInAddress(call, extra ? { ...input, [extra[0]]: extra[1] } : input));
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

function withoutLoneSurrogatesInAddress(call: ContractCall, input: Input): Input {
  const fix = (name: string, value: unknown) =>
    call.inPath.includes(name)
      ? asText(value)
          .toWellFormed()
          .replaceAll(/[./\\]+/g, '') || 'x'
      : value;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fix(name, value)]));
}

const callers = ['owner', 'nobody'] as const;
const failures: string[] = [];

it('whatever comes to any call of the contract, the answer is never a failure of the server', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const property = fc.asyncProperty(
    fc.constantFrom(...calls).chain((call) => fc.tuple(fc.constant(call), inputOf(call), fc.constantFrom(...callers))),
    async ([call, input, caller]) => {
      const token = caller === 'owner' ? tenant.owner.accessToken : undefined;
      const answer = await sendCall(app, { call, input, token });
      const place = `${call.name} ${JSON.stringify(input)} → ${answer.status} ${answer.text.slice(0, 300)}`;
      // A platform that cannot be reached is 502 with words; nothing else above 499 is right.
      if (answer.status >= 500 && answer.body.code !== 'channels.vendor_unreachable') failures.push(place);
      expect(answer.status === 502 || answer.status < 500, place).toBe(true);
      expect(answer.text, place).not.toMatch(/\n {4}at |node_modules|\.ts:\d+/);
      if (answer.status >= 400)
        expect(Object.keys(answer.body), place).toEqual(expect.arrayContaining(['code', 'message', 'requestId']));
    },
  );
  await fc.assert(property, { numRuns: 4000, interruptAfterTimeLimit: 45_000, markInterruptAsFailure: false });
  expect(failures).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  expect((await app.call('GET', '/ready')).status).toBe(200);
});

it('strange bytes to any address of the product are answered, not failed', async () => {
  const address = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'api',
          'v1',
          'widget',
          'hooks',
          'files',
          'try',
          'assets',
          '..',
          '%2e%2e',
          '%00',
          '%ff',
          '%',
          tenant.widgetId,
          tenant.telegramId,
        ),
        fc.webSegment(),
      ),
      { maxLength: 6 },
    )
    .map((parts) => `/${parts.join('/')}`);
  const property = fc.asyncProperty(
    address,
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
    fc.uint8Array({ maxLength: 200 }),
    async (path, method, bytes) => {
      const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.from(bytes);
      const answer = await app.call(method, path, { body, headers: { 'content-type': 'application/json' } });
      expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    },
  );
  await fc.assert(property, { numRuns: 500, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false });
});
