import { IconHistory } from '@tabler/icons-react';
import classes from './draft-notice.module.css';

export type DraftNoticeProps = {
  text: string;
  note?: string | undefined;
  actions: readonly { label: string; run: () => void }[];
};

/** A line about something typed and not saved, with what can be done about it. */
export function DraftNotice({ text, note, actions }: DraftNoticeProps) {
  return (
    <div className={classes.line} role="status">
      <IconHistory size={16} stroke={1.8} aria-hidden />
      <span>{text}</span>
      {actions.map(({ label, run }) => (
        <button key={label} type="button" onClick={run}>
          {label}
        </button>
      ))}
      {note !== undefined && <p>{note}</p>}
    </div>
  );
}
