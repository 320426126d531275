import { type VendorAnswer, VendorError, type VendorRequest } from '../../platform/outbound/index.ts';
import { ConnectorError, type ConnectorIo } from '../port.ts';
import { readInterruption } from './interruptions.ts';

export type VendorCall = {
  url: string;
  request: VendorRequest;
  /** The call puts something in front of the customer: a lost answer is `unknown`. */
  isEffect: boolean;
  /** What must not stand in an error. */
  secrets: readonly string[];
};

/** One request of a platform; of an answer that is longer than allowed the body is missing. Throws ConnectorError. */
export async function callVendor(
  { fetch }: Pick<ConnectorIo, 'fetch'>,
  { url, request, isEffect, secrets }: VendorCall,
): Promise<Omit<VendorAnswer, 'body'> & { body: Buffer | undefined }> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const reason = error instanceof VendorError ? error.reason : undefined;
    if (error instanceof VendorError && error.heard && reason === 'too_large')
      return { ...error.heard, body: undefined };
    throw readInterruption({ error, isEffect, hasTimedOut: reason === 'too_slow', secrets });
  }
}

/** The base address of a platform by the environment key that its connector declares, without a slash at the end. */
export function baseUrlOf({ vendorUrls }: Pick<ConnectorIo, 'vendorUrls'>, key: string): string {
  const url = vendorUrls[key];
  if (url === undefined) throw new ConnectorError('unsupported', { reason: 'not_configured' });
  return url.replace(/(?<!\/)\/+$/, '');
}
