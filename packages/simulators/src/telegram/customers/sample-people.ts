import type { PersonInput } from './customer-input.ts';

/** The customers of the chat page. */
export const SAMPLE_PEOPLE: PersonInput[] = [
  { id: 700_001, firstName: 'Мария', lastName: 'Смирнова', username: 'maria_s', languageCode: 'ru' },
  { id: 700_002, firstName: 'Игорь', lastName: 'Павлов', languageCode: 'ru' },
  { id: 700_003, firstName: 'Елена', lastName: 'Лебедева', username: 'lebedeva', languageCode: 'ru' },
  { id: 700_004, firstName: 'John', lastName: 'Carter', username: 'jcarter', languageCode: 'en' },
];
