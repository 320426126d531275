import { FormOfFields } from './form-of-fields.tsx';
import type { StepProps } from './step-props.ts';

export function FieldsStep({ step, advance, ...rest }: StepProps<'fields'>) {
  return (
    <FormOfFields
      {...rest}
      fields={step.fields}
      submit={(values) => advance({ kind: 'fields', step: step.name, values })}
    />
  );
}
