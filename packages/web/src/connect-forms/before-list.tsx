import { LinkedText } from '../components/ui/linked-text.tsx';
import { isTextKey, translate } from '../platform/texts/texts.ts';
import classes from './connect-dialog.module.css';

/** What a channel needs, and what it costs there. */
export function BeforeList({ keys }: { keys: readonly string[] }) {
  return (
    <ul className={classes.instructions}>
      {keys.filter(isTextKey).map((key) => (
        <li key={key}>
          <LinkedText text={translate(key)} />
        </li>
      ))}
    </ul>
  );
}
