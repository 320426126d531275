import type { InboundEvent } from '../port.ts';
import { parseChange } from '../vendors/whatsapp/parse-change.ts';

export const parse = (payload: unknown): InboundEvent[] => parseChange(payload);
