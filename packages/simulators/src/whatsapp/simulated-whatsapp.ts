import { type SimulatedPlatform, showEntry } from '../simulated-platform.ts';
import { startWhatsAppSimulator, type WhatsAppSimulator, type WhatsAppSimulatorOptions } from './start.ts';
import type { PhoneNumber } from './world.ts';

type Simulated = SimulatedPlatform & { simulator: WhatsAppSimulator; number: PhoneNumber };
type Revoke = (isRevoked: boolean) => void;

/** One number of the platform's own API, as any simulated platform is driven. */
export async function startSimulatedWhatsApp(options: WhatsAppSimulatorOptions = {}): Promise<Simulated> {
  const simulator = await startWhatsAppSimulator(options);
  const app = simulator.registerApp();
  const token = simulator.issueToken(app);
  const number = simulator.registerNumber();
  return {
    ...drive(simulator, number, (isRevoked) => {
      token.isRevoked = isRevoked;
    }),
    environment: { WHATSAPP_API_URL: simulator.url, WHATSAPP_MEDIA_API_URL: simulator.url },
    credentials: {
      accessToken: token.token,
      businessAccountId: number.businessId,
      phoneNumberId: number.id,
      appId: app.id,
      appSecret: app.secret,
    },
  };
}

/** The same through the provider. */
export async function startSimulated360Dialog(options: WhatsAppSimulatorOptions = {}): Promise<Simulated> {
  const simulator = await startWhatsAppSimulator(options);
  const number = simulator.registerNumber();
  return {
    ...drive(simulator, number, (isRevoked) => {
      number.isKeyRevoked = isRevoked;
    }),
    environment: { D360_API_URL: simulator.url },
    credentials: { apiKey: number.apiKey },
  };
}

function drive(
  simulator: WhatsAppSimulator,
  number: PhoneNumber,
  revoke: Revoke,
): Omit<Simulated, 'environment' | 'credentials'> {
  return {
    simulator,
    number,
    url: simulator.url,
    customerSends: (message) => void simulator.customerSends({ ...message, number }),
    conversation: (customerId) => simulator.entriesOf(number, customerId).map(showEntry),
    fail: (fault, times = 1) => {
      if (fault === 'revoked') revoke(true);
      else simulator.faults.add(fault, times);
    },
    repair: () => {
      simulator.faults.clear();
      revoke(false);
    },
    close: simulator.close,
  };
}
