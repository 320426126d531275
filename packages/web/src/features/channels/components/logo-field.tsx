import { Button, FileButton, Group, Input } from '@mantine/core';
import { imageTypes, limits } from '@otvet/contract/values';
import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './widget-form.module.css';
import type { WidgetFormApi } from './widget-form.tsx';

/** Logo of the widget: an image of at most 1 MB. */
export function LogoField({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  const upload = useMutation({
    mutationFn: (file: File) => api.channels.uploadWidgetPhoto({ file }),
    onSuccess: ({ url }) => form.setFieldValue('customWidgetLogo', url),
    onError: (error) => form.setFieldError('customWidgetLogo', errorText(error)),
  });
  const take = (file: File | null) => {
    if (file === null) return;
    form.clearFieldError('customWidgetLogo');
    if (!file.type.startsWith('image/')) return form.setFieldError('customWidgetLogo', t('errors.files.wrong_type'));
    if (file.size > limits.logoBytes) return form.setFieldError('customWidgetLogo', t('errors.field.logo_size'));
    upload.mutate(file);
  };
  const logo = form.values.customWidgetLogo;
  return (
    <Input.Wrapper
      label={t('channels.widget.field.logo')}
      description={t('channels.widget.field.logo_hint')}
      error={form.errors.customWidgetLogo}
    >
      <Group gap={10} mt={6}>
        {logo !== null && <img className={classes.logo} src={logo} alt={t('channels.widget.field.logo')} />}
        <FileButton accept={imageTypes.join(',')} onChange={take}>
          {(props) => (
            <Button {...props} color="secondary.1" loading={upload.isPending} leftSection={<IconPhotoUp size={16} />}>
              {t('channels.widget.field.logo_upload')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="subtle" color="secondary" onClick={() => form.setFieldValue('customWidgetLogo', null)}>
            {t('shell.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
