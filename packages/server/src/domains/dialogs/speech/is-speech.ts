import type { AttachmentType, Speech } from '@otvet/contract';

const spokenTypes: ReadonlySet<AttachmentType> = new Set<AttachmentType>(['voice', 'audio']);
/** Whether an attachment may hold speech; platforms call a voice message either. */
export const isSpeech = (type: AttachmentType): boolean => spokenTypes.has(type);

/** It was not listened to yet. */
export const waitingSpeech: Speech = { state: 'waiting', text: '', reason: null };
