import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../../platform/api/error-text.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useAddLink } from '../api/source-mutations.ts';
import classes from './add-sources.module.css';
import { detectLink } from './detect-link.ts';

/** One field for any link: it says what it takes the link for, and what that needs. */
export function AddLink({ baseId, hint, onAdded }: { baseId: string; hint: string; onAdded: () => void }) {
  const { t } = useTexts();
  const [url, setUrl] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const add = useAddLink();
  const kind = detectLink(url);
  const write = (text: string) => {
    setUrl(text);
    setIsMissing(false);
    add.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'empty' || kind === 'wrong' || kind === 'unsupported') {
      setIsMissing(kind === 'empty');
      return;
    }
    const finish = () => {
      write('');
      onAdded();
    };
    add.mutate({ baseId, url: url.trim(), kind, fileHint: hint }, { onSuccess: finish });
  };
  const refusal = add.isError ? errorText(add.error) : null;
  const missing = isMissing ? t('errors.knowledge.file_or_link') : null;
  const isWrong = kind === 'wrong' || kind === 'unsupported';
  return (
    <form onSubmit={submit} className={classes.link} noValidate>
      <TextInput
        label={t('sources.add.link')}
        placeholder={t('sources.add.link_example')}
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={url}
        onChange={(event) => write(event.currentTarget.value)}
        error={refusal ?? missing ?? (isWrong ? t(`sources.link.${kind}`) : null)}
        description={isWrong ? null : <span aria-live="polite">{t(`sources.link.${kind}`)}</span>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Button type="submit" color="secondary.1" loading={add.isPending}>
        {t('sources.add.link_button')}
      </Button>
    </form>
  );
}
