import type { ConnectorStep, QrReading } from '../connect-port.ts';
import { courierConnector } from './courier/index.ts';

/** What the platform does next, and what it was told. */
type Script = { shown: string; reading: QrReading; told: string[]; activate: () => Promise<void> };

const makeSteps = (script: Script): ConnectorStep[] => [
  {
    kind: 'fields',
    name: 'number',
    fields: [
      {
        name: 'phone',
        kind: 'text',
        isRequired: true,
        maxLength: 20,
        pattern: '\\+\\d+',
        label: 'channels.field.name',
        hint: null,
        wrongForm: null,
        placeholder: null,
        isRecognisable: true,
      },
    ],
  },
  { kind: 'code', name: 'show', show: async () => script.shown, take: async (_code, { values }) => values },
  {
    kind: 'choice',
    name: 'never',
    isNeeded: () => false,
    list: async () => [],
    take: async (_value, { values }) => values,
  },
  { kind: 'qr', name: 'scan', pollSeconds: 2, poll: async () => script.reading },
];

const begin = (): Script => ({
  shown: 'ABCD-1234',
  reading: { isDone: false, content: 'qr-1', code: null },
  told: [],
  activate: async () => undefined,
});

/** A connector with every kind of step but a login, whose platform does what a test writes into the script. */
export function scriptConnector() {
  const script = begin();
  const connector = {
    ...courierConnector,
    environment: { urls: {}, keys: [] },
    connect: {
      steps: makeSteps(script),
      check: async ({ phone = '' }: Record<string, string>) => {
        return { identity: phone, accountName: phone, title: 'Phone', profileUrl: null, foreignWebhook: null };
      },
      prepare: async ({ credentials }: { credentials: Record<string, string> }) => ({ ...credentials, session: 's-1' }),
      activate: async ({ credentials }: { credentials: Record<string, string> }) => {
        await script.activate();
        return { ...credentials, isActive: 'yes' };
      },
      deactivate: async ({ identity }: { identity: string }) => {
        script.told.push(`left ${identity}`);
      },
    },
  };
  return { script, connector, reset: () => Object.assign(script, begin()) };
}
