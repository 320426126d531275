import { emailPattern } from '@otvet/contract';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const emptyAsUndefined = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUndefined, schema.optional());
const pageUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const httpUrl = pageUrl.transform((value) => value.replace(/(?<!\/)\/+$/, ''));
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxy(entry: string): boolean {
  return proxyNames.has(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
}

/** Names of the keys that connectors may declare: base addresses of vendors, and secrets of an application of one's own there. */
const VENDOR_URL = /^[A-Z0-9]+(?:_[A-Z0-9]+)*_API_URL$/;
const VENDOR_KEY = /^[A-Z0-9]+(?:_[A-Z0-9]+)*_(?:APP_ID|APP_SECRET|CLIENT_ID|CLIENT_SECRET|VERIFY_TOKEN)$/;

/** A name or an address; IPv6 in brackets. A port is allowed and means nothing. */
const HOST = /^(?:[\p{L}\p{N}_.-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/iu;

/** A model of a hub, of a revision where one is named; or a folder: `/…`, `C:\…`, `./…`. */
const LOCAL_MODEL =
  /^(?:[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*(?:@[A-Za-z0-9][\w.-]*)?|\/.*|[A-Za-z]:[\\/].*|\.{1,2}[\\/].*)$/;

const environment = z.object({
  PORT: optional(z.coerce.number('must be a port number').int().min(0).max(65_535)),
  HOST: optional(z.string().max(255)),
  PUBLIC_URL: optional(httpUrl),
  WEBHOOK_URL: optional(httpUrl),
  ALLOWED_HOSTS: optional(
    z
      .string()
      .max(2000)
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .refine((entries) => entries.every((entry) => HOST.test(entry)), 'must be names of hosts, separated by commas'),
  ),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must begin with redis://')),
  SECRET_KEY_OLD: optional(z.string().max(2000)),
  SECRET_KEY: optional(z.string().min(32, 'must be at least 32 characters')),
  SIGNUP: optional(z.enum(['open', 'closed'], 'must be open or closed')),
  ROLE: optional(z.enum(['all', 'web', 'worker'], 'must be all, web or worker')),
  PRIVACY_POLICY_URL: optional(pageUrl),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')),
  MAIL_FROM: optional(z.string().max(300)),
  ADMIN_EMAILS: optional(
    z
      .string()
      .max(2000)
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .refine(
        (entries) => entries.every((entry) => emailPattern.test(entry)),
        'must be addresses, separated by commas',
      ),
  ),
  TRUSTED_PROXIES: optional(
    z
      .string()
      .max(2000)
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .refine((entries) => entries.every(isProxy), 'must be addresses or ranges, separated by commas'),
  ),
  AI_PROVIDER: optional(z.enum(['openai-compatible', 'anthropic'], 'must be openai-compatible or anthropic')),
  AI_BASE_URL: optional(httpUrl),
  AI_API_KEY: optional(z.string()),
  AI_MODEL: optional(z.string()),
  AI_FALLBACK_MODEL: optional(z.string()),
  AI_TRANSCRIPTION_MODEL: optional(z.string()),
  AI_EMBEDDING_MODEL: optional(z.string().max(200)),
  LOCAL_EMBEDDING_MODEL: optional(
    z.string().max(500).regex(LOCAL_MODEL, 'must be owner/name, owner/name@revision, or the path of a folder'),
  ),
  MODEL_HUB_URL: optional(httpUrl),
  ALLOW_PRIVATE_ADDRESSES: optional(flag),
  GOOGLE_DOCS_URL: optional(httpUrl),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters').max(200)),
  PLANS: optional(z.enum(['on', 'off'], 'must be on or off')),
  PLAN_COUNTS: optional(z.enum(['model', 'all'], 'must be model or all')),
  YOOKASSA_SHOP_ID: optional(z.string().max(200)),
  YOOKASSA_SECRET_KEY: optional(z.string().max(500)),
  STRIPE_SECRET_KEY: optional(z.string().max(500)),
  FILE_QUOTA_MB: optional(z.coerce.number('must be a number of megabytes').int().min(1).max(100_000_000)),
  LOG_LEVEL: optional(
    z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be debug, info, warn, error, fatal or silent'),
  ),
});

/** Typed configuration of the process. Nothing else reads the environment. */
export type Config = {
  port: number;
  host: string;
  /** Address that browsers and platforms use; undefined on a host without one. No trailing slash. */
  publicUrl: string | undefined;
  /** Where platforms reach us, if not where people do. */
  webhookUrl: string | undefined;
  /** Further names by which this server may be asked for. */
  allowedHosts: string[];
  dataDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  secretKey: string | undefined;
  /** Earlier values of SECRET_KEY: they only open. */
  olderSecretKeys: string[];
  isSignupOpen: boolean;
  role: 'all' | 'web' | 'worker';
  /** Where the address /privacy/ leads; undefined for the page of the program itself. */
  privacyPolicyUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who runs this installation: what owners ask for is mailed to them. */
  adminEmails: string[];
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  model:
    | {
        provider: 'openai-compatible' | 'anthropic';
        baseUrl: string | undefined;
        apiKey: string | undefined;
        name: string;
        fallbackName: string | undefined;
      }
    | undefined;
  /** Turns what customers say into words. */
  transcription: { baseUrl: string; apiKey: string | undefined; name: string } | undefined;
  /** Turns texts into vectors, so that what is asked in other words is found. */
  embedding: { baseUrl: string; apiKey: string | undefined; name: string } | undefined;
  /** The model of sentences that may run on this server, and where it is fetched from. */
  localEmbedding: { model: string; hubUrl: string | undefined };
  isPrivateAddressAllowed: boolean;
  /** Where documents by link are fetched instead of Google, such as a stand-in. */
  googleDocsUrl: string | undefined;
  /** With it `/metrics` may be read from anywhere by bearer; without it only from this machine. */
  metricsToken: string | undefined;
  plans: {
    /** Which answers take a message off the allowance of a plan: none, those that a model wrote, or every one. */
    counts: 'nothing' | 'model' | 'all';
    /** A payment provider is set up: a plan can be bought. */
    canPay: boolean;
  };
  /** How many bytes the files of one account may take. */
  fileQuotaBytes: number;
  logLevel: string;
  /** What is set of the keys that connectors declare: `*_API_URL`, `*_APP_SECRET` and so on. */
  vendorEnvironment: Record<string, string>;
};

/** All faults of the environment at once, one per line. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const DEFAULT_FILE_QUOTA_MB = 5000;
/** Small, for some hundred languages: https://huggingface.co/Xenova/multilingual-e5-small, read 2026-11-25. */
const DEFAULT_LOCAL_MODEL = 'Xenova/multilingual-e5-small';

type Environment = z.infer<typeof environment>;

function readModel(env: Environment): Config['model'] {
  if (env.AI_MODEL === undefined) return undefined;
  return {
    provider: env.AI_PROVIDER ?? 'openai-compatible',
    baseUrl: env.AI_BASE_URL,
    apiKey: env.AI_API_KEY,
    name: env.AI_MODEL,
    fallbackName: env.AI_FALLBACK_MODEL,
  };
}

function readTranscription(env: Environment): Config['transcription'] {
  const { AI_TRANSCRIPTION_MODEL: name, AI_BASE_URL: baseUrl } = env;
  return name === undefined || baseUrl === undefined ? undefined : { baseUrl, apiKey: env.AI_API_KEY, name };
}

function readEmbedding(env: Environment): Config['embedding'] {
  const { AI_EMBEDDING_MODEL: name, AI_BASE_URL: baseUrl } = env;
  return name === undefined || baseUrl === undefined ? undefined : { baseUrl, apiKey: env.AI_API_KEY, name };
}

/** What is sold is counted; where nothing can be bought, that is what costs the host money. */
function readPlans(env: Environment): Config['plans'] {
  const hasYookassa = env.YOOKASSA_SHOP_ID !== undefined && env.YOOKASSA_SECRET_KEY !== undefined;
  const canPay = hasYookassa || env.STRIPE_SECRET_KEY !== undefined;
  if (env.PLANS === 'off') return { counts: 'nothing', canPay };
  return { counts: env.PLAN_COUNTS ?? (canPay ? 'all' : 'model'), canPay };
}

/** Rules over several keys; they look at the raw source, so that they are reported beside the faults of single keys. */
function findCombinationFaults(source: Record<string, string | undefined>): string[] {
  const isSet = (key: string) => (source[key] ?? '') !== '';
  const faults: string[] = [];
  const besideWriting = ['AI_TRANSCRIPTION_MODEL', 'AI_EMBEDDING_MODEL'].filter(isSet);
  const isBeside = besideWriting.length > 0;
  if (isBeside || ['AI_PROVIDER', 'AI_BASE_URL', 'AI_API_KEY', 'AI_FALLBACK_MODEL', 'AI_MODEL'].some(isSet)) {
    const isAnthropic = source.AI_PROVIDER === 'anthropic';
    if (isAnthropic) faults.push(...besideWriting.map((key) => `${key} needs AI_PROVIDER openai-compatible`));
    // Words of voice messages, and vectors, are of use without a model that writes.
    if (!isSet('AI_MODEL') && (!isBeside || isSet('AI_FALLBACK_MODEL')))
      faults.push('AI_MODEL must be set when another AI_* key is set');
    if (!isAnthropic && !isSet('AI_BASE_URL')) faults.push('AI_BASE_URL must be set for openai-compatible');
    if (isAnthropic && !isSet('AI_API_KEY')) faults.push('AI_API_KEY must be set for anthropic');
  }
  if (isSet('ROLE') && source.ROLE !== 'all' && !isSet('DATABASE_URL')) {
    faults.push('ROLE web or worker needs DATABASE_URL');
  }
  return faults;
}

function readVendorEnvironment(source: Record<string, string | undefined>): {
  values: Record<string, string>;
  faults: string[];
} {
  const given = Object.entries(source).flatMap(([key, value = '']) => (value === '' ? [] : [{ key, value }]));
  const urls = given
    .filter(({ key }) => VENDOR_URL.test(key))
    .map(({ key, value }) => ({ key, url: httpUrl.safeParse(value).data }));
  const keys = given.filter(({ key }) => VENDOR_KEY.test(key)).map(({ key, value }) => [key, value]);
  return {
    values: Object.fromEntries([...urls.map(({ key, url = '' }) => [key, url]), ...keys]),
    faults: urls.flatMap(({ key, url }) => (url === undefined ? [`${key} must be an http(s) address`] : [])),
  };
}

/** Reads the environment; an empty one gives a running product. Throws ConfigError with every fault. */
export function readConfig(source: Record<string, string | undefined> = process.env): Config {
  const result = environment.safeParse(source);
  const vendors = readVendorEnvironment(source);
  const others = [...vendors.faults, ...findCombinationFaults(source)];
  if (!result.success) {
    const single = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError([...single, ...others]);
  }
  if (others.length > 0) throw new ConfigError(others);
  const env = result.data;
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL,
    webhookUrl: env.WEBHOOK_URL ?? env.PUBLIC_URL,
    allowedHosts: [...(env.ALLOWED_HOSTS ?? []), ...(env.WEBHOOK_URL ? [new URL(env.WEBHOOK_URL).host] : [])],
    dataDir: env.DATA_DIR ?? 'data',
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    secretKey: env.SECRET_KEY,
    olderSecretKeys: env.SECRET_KEY_OLD?.split(',').map((key) => key.trim()) ?? [],
    isSignupOpen: env.SIGNUP !== 'closed',
    role: env.ROLE ?? 'all',
    privacyPolicyUrl: env.PRIVACY_POLICY_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Otvet <otvet@localhost>',
    adminEmails: env.ADMIN_EMAILS ?? [],
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    model: readModel(env),
    transcription: readTranscription(env),
    embedding: readEmbedding(env),
    localEmbedding: { model: env.LOCAL_EMBEDDING_MODEL ?? DEFAULT_LOCAL_MODEL, hubUrl: env.MODEL_HUB_URL },
    isPrivateAddressAllowed: env.ALLOW_PRIVATE_ADDRESSES ?? false,
    googleDocsUrl: env.GOOGLE_DOCS_URL,
    metricsToken: env.METRICS_TOKEN,
    plans: readPlans(env),
    fileQuotaBytes: (env.FILE_QUOTA_MB ?? DEFAULT_FILE_QUOTA_MB) * 1_000_000,
    logLevel: env.LOG_LEVEL ?? 'info',
    vendorEnvironment: vendors.values,
  };
}
