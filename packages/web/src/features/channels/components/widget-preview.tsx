import { isLightColor } from '@mantine/core';
import type { WidgetSettings } from '@otvet/contract';
import { hexColorPattern } from '@otvet/contract/values';
import { IconMessage, IconSend } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './widget-preview.module.css';

export type WidgetPreviewProps = { settings: WidgetSettings; name: string; greeting: string };

/** The widget as visitors will see it with the values being typed. */
export function WidgetPreview({ settings, name, greeting }: WidgetPreviewProps) {
  const { t } = useTexts();
  const color = hexColorPattern.test(settings.widgetColor) ? settings.widgetColor : 'var(--accent)';
  const ink =
    hexColorPattern.test(settings.widgetColor) && !isLightColor(settings.widgetColor)
      ? 'var(--surface)'
      : 'var(--text)';
  const accent = { background: color, color: ink };
  const title = settings.widgetTitle || name;
  return (
    <figure className={classes.figure} aria-label={t('channels.widget.preview')}>
      <figcaption>{t('channels.widget.preview')}</figcaption>
      <div className={classes.window}>
        <div className={classes.head} style={accent}>
          {settings.customWidgetLogo === null ? (
            <span className={classes.logo} aria-hidden>
              <IconMessage size={18} />
            </span>
          ) : (
            <img className={classes.logo} src={settings.customWidgetLogo} alt="" />
          )}
          <b>{title}</b>
        </div>
        <div className={classes.body}>
          <p className={classes.bot}>{greeting || t('channels.widget.sample_greeting')}</p>
          <p className={classes.visitor} style={accent}>
            {t('channels.widget.sample_question')}
          </p>
          {settings.showSocLinks && settings.socLinks.length > 0 && (
            <div className={classes.links}>
              {settings.socLinks.map((link) => (
                <span key={`${link.network} ${link.value}`}>{t(`channels.widget.network.${link.network}`)}</span>
              ))}
            </div>
          )}
        </div>
        <div className={classes.foot}>
          <span>{t('channels.widget.sample_input')}</span>
          <IconSend size={18} aria-hidden />
        </div>
      </div>
      <div className={classes.launcher} style={accent} aria-hidden>
        <IconMessage size={24} />
      </div>
    </figure>
  );
}
