import type { Locale } from '@otvet/contract';
import { useTexts } from '../../platform/texts/texts.ts';
import { Segments } from './segments.tsx';

const languages = [
  { value: 'ru', label: 'Русский' },
  { value: 'en', label: 'English' },
] as const;

/** Choice of the interface's language; each is named in itself. */
export function LanguageSegments({ onChange }: { onChange: (locale: Locale) => void }) {
  const { t, locale } = useTexts();
  return <Segments label={t('shell.language')} value={locale} options={languages} onChange={onChange} />;
}
