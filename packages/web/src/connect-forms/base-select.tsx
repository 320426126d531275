import { NativeSelect } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { useTexts } from '../platform/texts/texts.ts';
import { NEW_BASE, NO_BASE } from './chosen-base.ts';

type Props = { bases: readonly KnowledgeBase[]; canCreate: boolean; value: string; onChange: (id: string) => void };

/** Choice of the knowledge base that a new channel answers from; where there is none yet, one can be made with it. */
export function BaseSelect({ bases, canCreate, value, onChange }: Props) {
  const { t } = useTexts();
  const isNewOffered = canCreate && bases.length === 0;
  return (
    <NativeSelect
      label={t('channels.field.base')}
      description={t(isNewOffered ? 'channels.field.base_new_hint' : 'channels.field.base_hint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        ...(isNewOffered
          ? [{ value: NEW_BASE, label: t('channels.field.base_new', { name: t('channels.field.base_name') }) }]
          : []),
        ...bases.map(({ id, name }) => ({ value: id, label: name })),
        { value: NO_BASE, label: t('channels.field.base_none') },
      ]}
    />
  );
}
