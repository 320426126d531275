export { type ApiContext, type ApiUser, type Authenticate, requireUser } from './api-context.ts';
export { bearerToken } from './check-access.ts';
export { createHttpServer, type HttpServer, type HttpServerDeps, type HttpTimeouts } from './create-http-server.ts';
export { mountHealth } from './health-routes.ts';
export { type ApiRouter, mountContract } from './mount-contract.ts';
export { mountDocs } from './mount-docs.ts';
export { mountRaw } from './mount-raw.ts';
export { mountWeb } from './mount-web.ts';
export { negotiateLocale } from './negotiate-locale.ts';
