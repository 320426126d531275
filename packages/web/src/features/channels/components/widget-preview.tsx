import { Group, Radio } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Channel, Locale, WidgetConfig, WidgetSettings } from '@otvet/contract';
import { hexColorPattern, lookOf, teaserOf } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { widgetConfigQuery } from '../api/widget-config-query.ts';
import { fillPreview } from './fill-preview.ts';
import classes from './widget-preview.module.css';
import { readQuestions } from './widget-rules.ts';

export type WidgetPreviewProps = { settings: WidgetSettings; channel: Channel };

const CALM_MS = 400;
const previewViews = ['open', 'closed'] as const;
type PreviewView = (typeof previewViews)[number];

/** The widget itself with the values being typed: its own code in a frame, which asks nobody and stores nothing. */
export function WidgetPreview({ settings, channel }: WidgetPreviewProps) {
  const { t, locale: language } = useTexts();
  const [view, setView] = useState<PreviewView>('open');
  const { data } = useQuery(widgetConfigQuery({ channel, language }));
  const typed = data && JSON.stringify(previewOf({ config: data, settings }));
  const [shown] = useDebouncedValue(typed, CALM_MS);
  return (
    <figure className={classes.figure} aria-label={t('channels.widget.preview')}>
      <figcaption>{t('channels.widget.preview')}</figcaption>
      <Radio.Group
        aria-label={t('channels.widget.preview.view')}
        value={view}
        onChange={(value) => setView(previewViews.find((other) => other === value) ?? view)}
      >
        <Group gap={18}>
          {previewViews.map((value) => (
            <Radio key={value} color="secondary.8" value={value} label={t(`channels.widget.preview.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      {shown === undefined ? (
        <div className={classes.frame} data-view={view} />
      ) : (
        <iframe
          key={`${language} ${view} ${shown}`}
          className={classes.frame}
          data-view={view}
          title={t('channels.widget.preview')}
          srcDoc={emptyPage(language)}
          onLoad={(event) => fillPreview(event.currentTarget, { config: shown, isOpen: view === 'open' })}
          inert
        />
      )}
    </figure>
  );
}

const emptyPage = (language: Locale): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body></body></html>`;

/** Those being typed; which ones the base gives, only the server knows. */
function questionsOf({ config, settings }: { config: WidgetConfig; settings: WidgetSettings }): string[] {
  if (!settings.showQuestions) return [];
  const typed = readQuestions(settings.startQuestions);
  return typed.length > 0 ? typed : config.questions;
}

/** What is half typed is left as it was saved; nothing is counted and nothing opens by itself later. */
function previewOf({ config, settings }: { config: WidgetConfig; settings: WidgetSettings }): WidgetConfig {
  const look = lookOf(settings);
  return {
    ...config,
    ...look,
    color: hexColorPattern.test(look.color) ? look.color : config.color,
    logo: settings.customWidgetLogo,
    teaser: teaserOf(settings, config.greeting),
    questions: questionsOf({ config, settings }),
    analytics: null,
    openByWindowMessage: false,
    openingTimer: 0,
  };
}
