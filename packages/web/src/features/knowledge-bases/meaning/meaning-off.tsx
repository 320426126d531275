import { Button } from '@mantine/core';
import type { SearchByMeaning } from '@otvet/contract';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { formatSize } from '../../../platform/format/format-time.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './meaning-panel.module.css';
import { useChooseMeaning } from './meaning-query.ts';

/** What switching it on needs, by each way that there is. */
export function MeaningOff({ search }: { search: SearchByMeaning }) {
  const { t, locale } = useTexts();
  const choose = useChooseMeaning();
  const { service, local } = search;
  const { model, state, total, isHere } = local;
  if (service === null && state === 'missing') return <MissingLibraries search={search} />;
  const size = total === null ? null : formatSize(total, locale);
  return (
    <>
      {service !== null && <p className={classes.note}>{t('meaning.service', { model: service.name })}</p>}
      {service === null && isHere && <p className={classes.note}>{t('meaning.ready_here', { model })}</p>}
      {state !== 'missing' && !isHere && (
        <p className={classes.note}>
          {size === null ? t('meaning.fetch_unknown', { model }) : t('meaning.fetch_size', { model, size })}
        </p>
      )}
      <div className={classes.actions}>
        {service !== null && (
          <Button
            variant="default"
            size="sm"
            loading={choose.isPending && choose.variables === 'service'}
            onClick={() => choose.mutate('service')}
          >
            {t('meaning.turn_on_service')}
          </Button>
        )}
        {state !== 'missing' && (
          <Button
            variant="default"
            size="sm"
            loading={choose.isPending && choose.variables === 'local'}
            onClick={() => choose.mutate('local')}
          >
            {t(nameOf({ hasService: service !== null, isHere }))}
          </Button>
        )}
      </div>
    </>
  );
}

function nameOf({ hasService, isHere }: { hasService: boolean; isHere: boolean }) {
  if (hasService) return 'meaning.turn_on_local';
  return isHere ? 'meaning.turn_on' : 'meaning.fetch';
}

/** How to add the libraries. Where the owner wanted it already, it works by itself after the restart. */
export function MissingLibraries({ search: { choice, local } }: { search: SearchByMeaning }) {
  const { t } = useTexts();
  const choose = useChooseMeaning();
  const isWanted = choice === 'local';
  return (
    <>
      <p className={classes.note}>
        {t('meaning.missing')} {isWanted && t('meaning.missing_on')}
      </p>
      <CopyLine
        line={local.command}
        labels={{ copy: t('meaning.copy'), copied: t('meaning.copied') }}
        testId="meaning-command"
        color="secondary.1"
      >
        {isWanted && (
          <Button variant="subtle" size="sm" loading={choose.isPending} onClick={() => choose.mutate('off')}>
            {t('meaning.turn_off')}
          </Button>
        )}
      </CopyLine>
    </>
  );
}
