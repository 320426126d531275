import type { KnowledgeSource } from '@otvet/contract';
import { useTexts } from '../../../../platform/texts/texts.ts';
import classes from './opened-source.module.css';

/** The picture that the passages beside it were read from, as it is stored. */
export function SourcePicture({ source: { name }, url }: { source: Pick<KnowledgeSource, 'name'>; url: string }) {
  const { t } = useTexts();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.picture}
      aria-label={t('sources.opened.picture_named', { name })}
    >
      <img src={url} alt={name} loading="lazy" />
    </a>
  );
}
