import { ConnectorError } from '../port.ts';

/** The one failure this connector knows: somebody tried to connect it with a token. */
export function refuseCredentials(): ConnectorError {
  return new ConnectorError('rejected', { reason: 'widget_no_credentials' });
}
