import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { changedFields, fittingFields, newerFields, settledFields } from './changed-fields.ts';
import { type OpenDraft, openDraft } from './open-draft.ts';

export type KeptForm<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** The fields that differ from what is saved. */
  changes: Partial<Values>;
  isChanged: boolean;
  /** When the draft that the form began with was typed; null where there was none, or it is saved or given up. */
  restoredFrom: Date | null;
  /** What is saved in fields of that draft, where it was changed after the draft was begun. */
  newerThanDraft: Partial<Values>;
  /** Takes what the server saved; what was typed since it was sent stays. */
  settle: (saved: Values, sent: Partial<Values>) => void;
  /** Back to what is saved; the draft is gone. */
  discard: () => void;
};

export type KeptFormOptions<Values> = { draft: string; saved: Values; validate: UseFormInput<Values>['validate'] };

type Restored<Values> = { at: Date; values: Partial<Values>; begun: Values; newer: Partial<Values> };

/** A form whose changes outlive a reload, a lost session and a lost server, until they are saved or given up. */
export function useKeptForm<Values extends Record<string, unknown>>({
  draft: name,
  saved: first,
  validate,
}: KeptFormOptions<Values>): KeptForm<Values> {
  const [draft] = useState(() => openDraft(name));
  const [restored, setRestored] = useState(() => restore(draft, first));
  const saved = useRef(first);
  // What its writer saw; a draft that goes on was begun with what was saved then.
  const begun = useRef(restored?.begun ?? first);
  useEffect(() => draft.watch(), [draft]);
  const form = useForm<Values>({
    initialValues: { ...first, ...restored?.values },
    ...(validate !== undefined && { validate }),
    onValuesChange: (values) => {
      const changed = changedFields(saved.current, values);
      draft.keep({ at: new Date(), values: changed, before: pick(begun.current, changed) });
    },
  });
  const changes = changedFields(saved.current, form.values);
  const discard = () => {
    form.setInitialValues(saved.current);
    form.reset();
    draft.forget();
    begun.current = saved.current;
    setRestored(null);
  };
  const settle = (next: Values, sent: Partial<Values>) => {
    const values = settledFields({ saved: saved.current, sent, next, values: form.getValues() });
    saved.current = next;
    begun.current = next;
    form.setInitialValues(next);
    form.setValues(values);
    setRestored(null);
  };
  const isChanged = Object.keys(changes).length > 0;
  return {
    form,
    changes,
    isChanged,
    restoredFrom: isChanged ? (restored?.at ?? null) : null,
    newerThanDraft: (isChanged && restored?.newer) || {},
    settle,
    discard,
  };
}

/** A draft that says nothing new any more is none. */
function restore<Values extends Record<string, unknown>>(draft: OpenDraft, saved: Values): Restored<Values> | null {
  const { left } = draft;
  if (left === null) return null;
  const values = changedFields(saved, { ...saved, ...fittingFields(saved, left.values) });
  if (Object.keys(values).length === 0) {
    draft.forget();
    return null;
  }
  const begun = { ...saved, ...fittingFields(saved, left.before) };
  return { at: left.at, values, begun, newer: newerFields({ begun, saved, values }) };
}

function pick<Values extends Record<string, unknown>>(values: Values, names: Partial<Values>): Partial<Values> {
  const picked: Partial<Values> = {};
  for (const name in names) picked[name] = values[name];
  return picked;
}
