const domains = ['accounts', 'channels', 'dialogs', 'gateway', 'knowledge', 'visitors', 'assistant', 'notifications'];
const server = '(?:^|/)packages/server/src';

/** A domain may call only the doors of the domains before it in the one order. */
const orderOfDomains = domains.map((domain, place) => ({
  name: `domain-order-${domain}`,
  severity: 'error',
  comment: 'Domains stand in one order; news for those below travels as events.',
  from: { path: `${server}/domains/${domain}/`, pathNot: '\\.test\\.ts$|/testing/' },
  to: {
    path:
      domains
        .slice(place + 1)
        .map((later) => `${server}/domains/${later}/`)
        .join('|') || '^$',
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-imports-only-the-schema-library',
      severity: 'error',
      from: { path: '(?:^|/)packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '(?:^|/)packages/contract/src/',
          'node_modules/zod/',
          'node_modules/@orpc/contract/',
          'node_modules/tldts/',
        ],
      },
    },
    {
      name: 'platform-imports-nothing-above',
      severity: 'error',
      from: { path: `${server}/platform/`, pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: [`${server}/connectors/`, `${server}/domains/`, `${server}/[^/]+\\.ts$`] },
    },
    {
      name: 'connectors-import-no-domain',
      severity: 'error',
      from: { path: `${server}/connectors/` },
      to: { path: [`${server}/domains/`, `${server}/[^/]+\\.ts$`, `${server}/platform/database/`] },
    },
    {
      name: 'connectors-import-no-other-connector',
      severity: 'error',
      from: { path: `${server}/connectors/(?!suite/)([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `${server}/connectors/[^/]+/`,
        pathNot: [
          `${server}/connectors/$1/`,
          `${server}/connectors/(?:calls|sending|vendors)/`,
          '\\.test\\.ts$',
          `${server}/connectors/suite/`,
        ],
      },
    },
    {
      name: 'domains-only-through-their-door',
      severity: 'error',
      from: { path: `${server}/domains/([^/]+)/`, pathNot: '\\.test\\.ts$|/testing/' },
      to: {
        path: `${server}/domains/[^/]+/.+`,
        pathNot: [`${server}/domains/$1/`, `${server}/domains/[^/]+/index\\.ts$`],
      },
    },
    {
      name: 'app-only-through-doors',
      severity: 'error',
      from: { path: `${server}/[^/]+\\.ts$`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/domains/[^/]+/.+`, pathNot: `${server}/domains/[^/]+/(?:index|domain)\\.ts$` },
    },
    ...orderOfDomains,
    {
      name: 'browsers-take-values-without-schemas',
      comment: 'The schema library stays out of what browsers load; types cost nothing.',
      severity: 'error',
      from: { path: '(?:^|/)packages/(?:web|widget)/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '(?:^|/)packages/contract/src/',
        pathNot: '/contract/src/(?:(?:values|passwords|split-phrasings|many-pairs|pair-columns)\\.ts$|texts/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browsers-import-no-server',
      severity: 'error',
      from: { path: '(?:^|/)packages/(?:web|widget)/src/' },
      to: { path: '(?:^|/)packages/(?:server|simulators|bench|e2e)/' },
    },
    {
      name: 'simulators-stand-alone',
      severity: 'error',
      from: { path: '(?:^|/)packages/simulators/src/' },
      to: { path: '(?:^|/)packages/(?!simulators/)' },
    },
    {
      name: 'features-import-no-other-feature',
      severity: 'error',
      from: { path: '(?:^|/)packages/web/src/features/([^/]+)/' },
      to: { path: '(?:^|/)packages/web/src/features/[^/]+/', pathNot: '(?:^|/)packages/web/src/features/$1/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
