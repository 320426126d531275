import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { changedFields, fittingFields, settledFields } from './changed-fields.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

export type KeptForm<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>;
  /** The fields that differ from what is saved. */
  changes: Partial<Values>;
  isChanged: boolean;
  /** When the draft that the form began with was typed; null where there was none, or it is saved or given up. */
  restoredFrom: Date | null;
  /** Takes what the server saved; what was typed since it was sent stays. */
  settle: (saved: Values, sent: Partial<Values>) => void;
  /** Back to what is saved; the draft is gone. */
  discard: () => void;
};

export type KeptFormOptions<Values> = { draft: string; saved: Values; validate: UseFormInput<Values>['validate'] };

/** A form whose changes outlive a reload, a lost session and a lost server, until they are saved or given up. */
export function useKeptForm<Values extends Record<string, unknown>>({
  draft,
  saved: first,
  validate,
}: KeptFormOptions<Values>): KeptForm<Values> {
  const [restored, setRestored] = useState(() => restore(draft, first));
  const saved = useRef(first);
  const form = useForm<Values>({
    initialValues: { ...first, ...restored?.values },
    ...(validate !== undefined && { validate }),
    onValuesChange: (values) => {
      keepDraft({ name: draft, at: new Date(), values: changedFields(saved.current, values) });
    },
  });
  const changes = changedFields(saved.current, form.values);
  const discard = () => {
    form.setInitialValues(saved.current);
    form.reset();
    forgetDraft(draft);
    setRestored(null);
  };
  const settle = (next: Values, sent: Partial<Values>) => {
    const values = settledFields({ saved: saved.current, sent, next, values: form.getValues() });
    saved.current = next;
    form.setInitialValues(next);
    form.setValues(values);
    setRestored(null);
  };
  const isChanged = Object.keys(changes).length > 0;
  return { form, changes, isChanged, restoredFrom: isChanged ? (restored?.at ?? null) : null, settle, discard };
}

/** A draft that says nothing new any more is none. */
function restore<Values extends Record<string, unknown>>(name: string, saved: Values) {
  const draft = readDraft(name);
  if (draft === null) return null;
  const values = changedFields(saved, { ...saved, ...fittingFields(saved, draft.values) });
  if (Object.keys(values).length > 0) return { at: draft.at, values };
  forgetDraft(name);
  return null;
}
