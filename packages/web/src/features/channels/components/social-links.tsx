import { ActionIcon, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { limits, networkNames, socialNetworks } from '@otvet/contract/values';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './widget-form.module.css';
import type { WidgetFormApi } from './widget-form.tsx';

/** Links to other places of the business that the widget shows. */
export function SocialLinks({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  const links = form.values.socLinks;
  return (
    <Stack gap={8}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity but their place
        <div key={index} className={classes.link}>
          <NativeSelect
            aria-label={t('channels.widget.field.network')}
            data={socialNetworks.map((network) => ({
              value: network,
              label: networkNames[network] ?? t('channels.widget.network.site'),
            }))}
            {...form.getInputProps(`socLinks.${index}.network`)}
          />
          <TextInput
            aria-label={t('channels.widget.field.link')}
            placeholder="https://"
            {...form.getInputProps(`socLinks.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="secondary"
            size={36}
            aria-label={t('channels.widget.field.remove_link', { link: link.value || link.network })}
            onClick={() => form.removeListItem('socLinks', index)}
          >
            <IconTrash size={18} stroke={1.8} />
          </ActionIcon>
        </div>
      ))}
      {form.errors.socLinks !== undefined && (
        <Text size="xs" c="red.6" role="alert">
          {form.errors.socLinks}
        </Text>
      )}
      {links.length < limits.socialLinks && (
        <Button
          color="secondary.1"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.insertListItem('socLinks', { network: socialNetworks[0], value: '' })}
        >
          {t('channels.widget.field.add_link')}
        </Button>
      )}
    </Stack>
  );
}
