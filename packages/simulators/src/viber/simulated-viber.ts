import { type SimulatedPlatform, showEntry } from '../simulated-platform.ts';
import { startViberSimulator, type ViberSimulator, type ViberSimulatorOptions } from './start.ts';

/** One bot on a platform of its own, as any simulated platform is driven. */
export async function startSimulatedViber(
  options: ViberSimulatorOptions = {},
): Promise<SimulatedPlatform & { simulator: ViberSimulator; token: string }> {
  const simulator = await startViberSimulator(options);
  const { token } = simulator.registerBot();
  return {
    simulator,
    token,
    url: simulator.url,
    environment: {
      VIBER_API_URL: `${simulator.url}/pa`,
      VIBER_STICKERS_API_URL: `${simulator.url}/stickers`,
      // Files of its customers lie on this machine.
      ALLOW_PRIVATE_ADDRESSES: '1',
    },
    credentials: { botName: 'Мебель', token },
    customerSends: (message) => void simulator.customerSends({ ...message, token }),
    conversation: (customerId) => simulator.entriesOf(token, customerId).map(showEntry),
    fail: (fault, times = 1) => {
      if (fault === 'revoked') simulator.setRevoked(token, true);
      else simulator.faults.add(fault, times);
    },
    repair: () => {
      simulator.faults.clear();
      simulator.setRevoked(token, false);
    },
    close: simulator.close,
  };
}
