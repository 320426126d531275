import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(source: Record<string, string>): string[] {
  try {
    readConfig(source);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

it('an empty environment runs', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    dataDir: 'data',
    role: 'all',
    isSignupOpen: true,
    trustedProxies: [],
    isPrivateAddressAllowed: false,
    logLevel: 'info',
    plans: { counts: 'model', canPay: false },
  });
  for (const key of ['publicUrl', 'databaseUrl', 'secretKey', 'smtpUrl', 'model', 'metricsToken'] as const) {
    expect(config[key]).toBeUndefined();
  }
});

it('an empty value counts as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', AI_MODEL: '', TRUSTED_PROXIES: '' })).toEqual(readConfig({}));
});

it('all faults are reported at once, those of single keys and those of several together', () => {
  const faults = faultsOf({
    PORT: 'abc',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    SECRET_KEY: 'short',
    SIGNUP: 'maybe',
    ROLE: 'boss',
    LOG_LEVEL: 'loud',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    TRUSTED_PROXIES: '10.0.0.0/8, proxy.example',
    ALLOWED_HOSTS: 'fine.example, https://x.example',
    METRICS_TOKEN: 'short',
    AI_API_KEY: 'x',
  });
  for (const key of [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'SECRET_KEY',
    'SIGNUP',
    'ROLE',
    'LOG_LEVEL',
    'ALLOW_PRIVATE_ADDRESSES',
    'TRUSTED_PROXIES',
    'ALLOWED_HOSTS',
    'METRICS_TOKEN',
    'AI_MODEL',
    'AI_BASE_URL',
  ]) {
    expect(faults.filter((fault) => fault.startsWith(`${key} `))).toHaveLength(1);
  }
});

it('words of voice messages need a server of speech, and no model that writes', () => {
  const speech = { AI_TRANSCRIPTION_MODEL: 'whisper-1', AI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const { model, transcription } = readConfig(speech);
  expect(model).toBeUndefined();
  expect(transcription).toEqual({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: undefined, name: 'whisper-1' });
  expect(faultsOf({ AI_TRANSCRIPTION_MODEL: 'whisper-1' })).toEqual(['AI_BASE_URL must be set for openai-compatible']);
  const other = { AI_PROVIDER: 'anthropic', AI_API_KEY: 'k', AI_MODEL: 'm', AI_TRANSCRIPTION_MODEL: 'whisper-1' };
  expect(faultsOf(other)).toEqual(['AI_TRANSCRIPTION_MODEL needs AI_PROVIDER openai-compatible']);
});

it('vectors need a server that makes them, and no model that writes', () => {
  const vectors = { AI_EMBEDDING_MODEL: 'embed', AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_API_KEY: 'k' };
  const { model, embedding } = readConfig(vectors);
  expect([model, embedding]).toEqual([undefined, { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k', name: 'embed' }]);
  expect(readConfig({}).embedding).toBeUndefined();
  expect(faultsOf({ AI_EMBEDDING_MODEL: 'embed' })).toEqual(['AI_BASE_URL must be set for openai-compatible']);
  const other = { AI_PROVIDER: 'anthropic', AI_API_KEY: 'k', AI_MODEL: 'm', AI_EMBEDDING_MODEL: 'embed' };
  expect(faultsOf(other)).toEqual(['AI_EMBEDDING_MODEL needs AI_PROVIDER openai-compatible']);
});

it('a fault names the key and never repeats its value', () => {
  const secret = 'sk-very-secret-value';
  expect(faultsOf({ SECRET_KEY: secret, DATABASE_URL: secret, SMTP_URL: secret }).join('\n')).not.toContain(secret);
});

it('a part of the work on an own node needs a shared database', () => {
  expect(faultsOf({ ROLE: 'worker' })).toEqual(['ROLE web or worker needs DATABASE_URL']);
  expect(faultsOf({ ROLE: 'worker', DATABASE_URL: 'postgres://localhost/x' })).toEqual([]);
});

it('further hosts become a list', () => {
  const { allowedHosts } = readConfig({ ALLOWED_HOSTS: 'otvet.lan, чат.рф:8080,[fd00::1]' });
  expect(allowedHosts).toEqual(['otvet.lan', 'чат.рф:8080', '[fd00::1]']);
  expect(readConfig({}).allowedHosts).toEqual([]);
});

it('addresses lose their last slash, proxies become a list', () => {
  const config = readConfig({ PUBLIC_URL: 'https://otvet.example/', TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,::1' });
  expect(config.publicUrl).toBe('https://otvet.example');
  expect(config.trustedProxies).toEqual(['loopback', '10.0.0.0/8', '::1']);
});

it.each([
  ['nothing set up', {}, 'model'],
  ['half of a provider', { YOOKASSA_SHOP_ID: '1' }, 'model'],
  ['one provider', { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'k' }, 'all'],
  ['the other provider', { STRIPE_SECRET_KEY: 'k' }, 'all'],
  ['a provider, and the host decides', { STRIPE_SECRET_KEY: 'k', PLAN_COUNTS: 'model' }, 'model'],
  ['no provider, and the host decides', { PLAN_COUNTS: 'all' }, 'all'],
  ['no plans at all', { PLANS: 'off', STRIPE_SECRET_KEY: 'k', PLAN_COUNTS: 'all' }, 'nothing'],
])('what a plan counts with %s', (_name, source, counts) => {
  expect(readConfig(source).plans.counts).toBe(counts);
});

it('platforms reach the server where people do, unless another address is named, which is known then', () => {
  const read = (env: Record<string, string>) => {
    const { webhookUrl, allowedHosts } = readConfig(env);
    return { webhookUrl, allowedHosts };
  };
  const PUBLIC_URL = 'https://chat.example.com';
  expect(read({ PUBLIC_URL })).toEqual({ webhookUrl: PUBLIC_URL, allowedHosts: [] });
  expect(read({ PUBLIC_URL, WEBHOOK_URL: 'https://tunnel.example', ALLOWED_HOSTS: 'otvet.lan' })).toEqual({
    webhookUrl: 'https://tunnel.example',
    allowedHosts: ['otvet.lan', 'tunnel.example'],
  });
  expect(() => readConfig({ WEBHOOK_URL: 'tunnel' })).toThrow(/WEBHOOK_URL/);
});
