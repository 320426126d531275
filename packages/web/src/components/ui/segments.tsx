import { useId } from 'react';
import classes from './segments.module.css';

export type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A choice of a few, side by side: radio buttons under their looks. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className={classes.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
