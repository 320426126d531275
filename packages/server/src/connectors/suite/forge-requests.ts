import type { RawRequest } from '../webhook-port.ts';
import { flipByte } from './build-connector-input.ts';
import type { BodyProof } from './connector-sample.ts';

/** The request with one proof outside of the body changed, longer, shorter, empty or missing. */
export function forgeProofs(request: RawRequest): RawRequest[] {
  const changes = (value: string) => [flipByte(value), `${value}x`, value.slice(1), ''];
  const headers = Object.entries(request.headers).flatMap(([name, value = '']) =>
    [...changes(value), undefined].map((forged) => ({ ...request, headers: { ...request.headers, [name]: forged } })),
  );
  const queries = Object.entries(request.query).flatMap(([name, value]) => {
    const { [name]: _taken, ...rest } = request.query;
    return [...changes(value).map((forged) => ({ ...rest, [name]: forged })), rest].map((query) => ({
      ...request,
      query,
    }));
  });
  const paths = request.path === '' ? [] : changes(request.path).map((path) => ({ ...request, path }));
  return [...headers, ...queries, ...paths];
}

/** The body with one byte changed, more or less, wherever its proof covers it. */
export function forgeBodies(body: Buffer, proof: BodyProof): Buffer[] {
  if (proof.kind === 'none') return [];
  const secretAt = proof.kind === 'secret' ? body.indexOf(proof.secret) : 0;
  const length = proof.kind === 'secret' ? Buffer.byteLength(proof.secret) : body.length;
  if (secretAt < 0) throw new Error('The secret does not stand in the signed body');
  const places = Array.from({ length }, (_, index) => secretAt + index);
  return places.flatMap((place) => {
    const flipped = Buffer.from(body);
    flipped[place] = (flipped[place] ?? 0) ^ 1;
    return [flipped, Buffer.concat([body.subarray(0, place), body.subarray(place + 1)])];
  });
}
