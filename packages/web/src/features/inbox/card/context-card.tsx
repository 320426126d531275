import type { DialogContext } from '@otvet/contract';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './dialog-card.module.css';

/** The advert or page that the customer writes about: words of others, shown as text. */
export function ContextCard({ context: { title, text, url } }: { context: DialogContext }) {
  const { t } = useTexts();
  const name = title || url;
  return (
    <section className={classes.assistant}>
      <h3>{t('dialogs.card.context')}</h3>
      <div className={classes.box}>
        {name && (url === null ? <span>{name}</span> : <Link url={url} name={name} />)}
        {text !== '' && (
          <details>
            <summary>{t('dialogs.card.context_text')}</summary>
            <p>{text}</p>
          </details>
        )}
      </div>
    </section>
  );
}

const Link = ({ url, name }: { url: string; name: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {name}
  </a>
);
