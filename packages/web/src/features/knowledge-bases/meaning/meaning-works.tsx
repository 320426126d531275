import { Button, Progress } from '@mantine/core';
import type { Locale, SearchByMeaning } from '@otvet/contract';
import { formatSize } from '../../../platform/format/format-time.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './meaning-panel.module.css';
import { useChooseMeaning } from './meaning-query.ts';

/** Of a model whose whole size is not known, what has come is all that is known. */
function sizesOf({ done, total }: SearchByMeaning['local'], locale: Locale) {
  return { done: formatSize(done, locale), total: formatSize(Math.max(total ?? 0, done), locale) };
}

/** How far the download of the model is, or that it is tried out. */
export function MeaningFetching({ search: { local } }: { search: SearchByMeaning }) {
  const { t, locale } = useTexts();
  const { state, done, total } = local;
  const isUnknown = done === 0 || total === null;
  const words = isUnknown ? t('meaning.waiting') : t('meaning.fetched', sizesOf(local, locale));
  return (
    <>
      {state === 'checking' ? (
        <p className={classes.note}>{t('meaning.checking')}</p>
      ) : (
        <Bar label={words} share={total === null ? 0 : done / total} />
      )}
      <p className={classes.note}>{t('meaning.meanwhile')}</p>
      <div className={classes.actions}>
        <TurnOff name="meaning.cancel" />
      </div>
    </>
  );
}

/** After which what has come is gone on with. */
const resumed = new Set<SearchByMeaning['local']['reason']>(['unreachable', 'disk_full']);

export function MeaningFailed({ search: { local } }: { search: SearchByMeaning }) {
  const { t, locale } = useTexts();
  const choose = useChooseMeaning();
  const { reason, done } = local;
  return (
    <>
      <p className={classes.fault} role="status">
        {t(`meaning.reason.${reason ?? 'unusable'}`)}
      </p>
      {done > 0 && resumed.has(reason) && <p className={classes.note}>{t('meaning.kept', sizesOf(local, locale))}</p>}
      <p className={classes.note}>{t('meaning.by_words')}</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          loading={choose.isPending && choose.variables === 'local'}
          onClick={() => choose.mutate('local')}
        >
          {t('meaning.retry')}
        </Button>
        <TurnOff name="meaning.turn_off" />
      </div>
    </>
  );
}

/** It works, or did until it was stopped; how many passages are found by it already. */
export function MeaningOn({ search, hasStopped }: { search: SearchByMeaning; hasStopped: boolean }) {
  const { t } = useTexts();
  const choose = useChooseMeaning();
  const { choice, service, local, progress } = search;
  const model = choice === 'service' ? service?.name : local.model;
  const canMove = choice === 'service' && local.state !== 'missing';
  return (
    <>
      <p className={classes.note}>
        {choice === 'service'
          ? t('meaning.service', { model: model ?? '' })
          : t('meaning.model', { model: model ?? '' })}{' '}
        {progress === null && t('meaning.works')}
      </p>
      {progress !== null && progress.done < progress.total && (
        <Bar
          label={t(hasStopped ? 'meaning.embedded_so_far' : 'meaning.embedded', {
            done: progress.done,
            total: progress.total,
          })}
          share={progress.done / progress.total}
        />
      )}
      {progress !== null && progress.done >= progress.total && progress.total > 0 && (
        <p className={classes.note}>{t('meaning.all_embedded', { count: progress.total })}</p>
      )}
      {progress?.failedReason != null && (
        <p className={classes.fault}>{t(hasStopped ? 'meaning.sizes_differ' : 'meaning.embedding_failed')}</p>
      )}
      <div className={classes.actions}>
        {hasStopped && (
          <Button
            variant="default"
            size="sm"
            loading={choose.isPending && choose.variables === choice}
            onClick={() => choose.mutate(choice)}
          >
            {t('meaning.retry')}
          </Button>
        )}
        {canMove && (
          <Button
            variant="default"
            size="sm"
            loading={choose.isPending && choose.variables === 'local'}
            onClick={() => choose.mutate('local')}
          >
            {t('meaning.turn_on_local')}
          </Button>
        )}
        <TurnOff name="meaning.turn_off" />
      </div>
    </>
  );
}

function TurnOff({ name }: { name: 'meaning.cancel' | 'meaning.turn_off' }) {
  const { t } = useTexts();
  const choose = useChooseMeaning();
  return (
    <Button variant="default" size="sm" loading={choose.isPending} onClick={() => choose.mutate('off')}>
      {t(name)}
    </Button>
  );
}

function Bar({ label, share }: { label: string; share: number }) {
  return (
    <div className={classes.bar}>
      <span>{label}</span>
      <Progress.Root size={6}>
        <Progress.Section value={Math.min(share, 1) * 100} aria-label={label} />
      </Progress.Root>
    </div>
  );
}
