/** Who the identity token refers to. Read for display alone; the server is who verifies it. */
export type Identity = { uid: string; email: string; photoUrl: string | null };

/** Reads the claims of an identity token; undefined when it is not one. */
export function readIdentity(token: string): Identity | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const uid = readClaim(claims, 'sub') ?? readClaim(claims, 'id');
    if (uid === undefined) return undefined;
    return { uid, email: readClaim(claims, 'email') ?? '', photoUrl: readClaim(claims, 'image') ?? null };
  } catch {
    return undefined;
  }
}

function readClaim(claims: object, name: string): string | undefined {
  const value: unknown = Reflect.get(claims, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
