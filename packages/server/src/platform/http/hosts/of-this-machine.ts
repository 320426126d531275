import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'];

/** Whether the connection itself comes from this machine and nobody forwarded the request. */
export function isOfThisMachine(request: FastifyRequest): boolean {
  return isLoopback(request.socket.remoteAddress) && !isForwarded(request);
}

/** The same, or a trusted proxy of this machine says that the request comes from this machine. */
export function isOfThisMachineOrItsProxy(request: FastifyRequest): boolean {
  const { remoteAddress } = request.socket;
  return (
    isOfThisMachine(request) || (isLoopback(remoteAddress) && request.ip !== remoteAddress && isLoopback(request.ip))
  );
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
