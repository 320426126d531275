import type { FormField } from '@otvet/contract';
import type { EnvironmentDeclaration } from '../port.ts';

/** Kept as credentials: `number`, digits alone. What the link itself needs lies in the keys of the session. */
export const whatsappWebSecretFields: readonly string[] = [];

/** The library knows where the platform is. */
export const whatsappWebEnvironment: EnvironmentDeclaration = { urls: {}, keys: [] };

/** For a code to type on the phone in place of the picture. */
export const phoneField: FormField = {
  name: 'phone',
  kind: 'text',
  isRequired: false,
  maxLength: 20,
  pattern: '\\+?[0-9 ()\\-]{8,20}',
  label: 'channels.whatsapp-web.phone',
  hint: 'channels.whatsapp-web.phone_hint',
  wrongForm: 'channels.whatsapp-web.phone_form',
  placeholder: '+7 999 000-00-01',
  isRecognisable: false,
};

/** How long apart messages of one number go out: nobody types faster. */
export type Pace = { minMs: number; spreadMs: number };
export const usualPace: Pace = { minMs: 1000, spreadMs: 2000 };
