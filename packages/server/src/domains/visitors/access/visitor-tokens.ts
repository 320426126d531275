import { createHash } from 'node:crypto';
import type { Random } from '../../../platform/time/ids.ts';

/** 128 random bits, URL-safe: the only thing that opens a visitor's dialog. */
export function newVisitorToken(random: Random): string {
  return random.bytes(16).toString('base64url');
}

/** What the database knows of a token. Its bits are random, so a plain hash cannot be searched. */
export function hashVisitorToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const bearer = /^Bearer ([A-Za-z0-9_-]{22})$/;

export function readBearer(header: string | undefined): string | undefined {
  return bearer.exec(header ?? '')?.[1];
}

export function isVisitorToken(token: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(token);
}
