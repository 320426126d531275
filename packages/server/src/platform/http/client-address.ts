import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** The address of the client of a bare request, by the same rule as `request.ip`: only trusted proxies are believed. */
export function createClientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => proxyAddr(request, isTrusted);
}

/** Whether an address is one of the trusted proxies. */
export function createIsProxy(trustedProxies: string[]): (address: string) => boolean {
  if (trustedProxies.length === 0) return () => false;
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (address) => isTrusted(address, 0);
}
