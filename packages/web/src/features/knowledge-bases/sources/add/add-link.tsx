import { Button, TextInput } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../../platform/api/error-text.ts';
import { useCan } from '../../../../platform/session/user-data.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { PagePairsDialog } from '../../page-pairs/page-pairs-on-demand.ts';
import { useAddLink } from '../api/source-mutations.ts';
import classes from './add-sources.module.css';
import { detectLink } from './detect-link.ts';

/** One field for any link: it says what it takes the link for, and what that needs. */
export function AddLink({ baseId, hint, onAdded }: { baseId: string; hint: string; onAdded: () => void }) {
  const { t } = useTexts();
  const canPairs = useCan('manage_kb_qa');
  const [proposedUrl, setProposedUrl] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const add = useAddLink();
  const kind = detectLink(url);
  const write = (text: string) => {
    setUrl(text);
    setIsMissing(false);
    add.reset();
  };
  const propose = () => {
    setIsMissing(kind === 'empty');
    if (kind === 'page') setProposedUrl(url.trim());
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
      {canPairs && (
        <div className={classes.propose}>
          <Button
            variant="subtle"
            color="secondary"
            size="sm"
            leftSection={<IconMessageQuestion size={16} stroke={1.8} />}
            disabled={kind !== 'page' && kind !== 'empty'}
            onClick={propose}
          >
            {t('sources.page_pairs.open')}
          </Button>
        </div>
      )}
      {proposedUrl !== null && <PagePairsDialog kbId={baseId} url={proposedUrl} onClose={() => setProposedUrl(null)} />}
    </form>
  );
}
