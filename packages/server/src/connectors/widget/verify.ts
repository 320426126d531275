/** There is no webhook: nothing that comes by that road is from a visitor. Visitors are known by their token (domain `visitors`). */
export function verify(): boolean {
  return false;
}

/** Nothing to split either; the gateway answers 400. */
export function split(): undefined {
  return undefined;
}
