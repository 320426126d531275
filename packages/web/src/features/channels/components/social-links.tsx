import { ActionIcon, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { limits, networkNames, socialNetworks } from '@otvet/contract/values';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './widget-form.module.css';

export type SocialLinksProps = {
  links: readonly { network: string; value: string }[];
  error: ReactNode;
  inputProps: (path: string) => object;
  onAdd: (link: { network: (typeof socialNetworks)[number]; value: string }) => void;
  onRemove: (at: number) => void;
};

/** Links to other places of the business. */
export function SocialLinks({ links, error, inputProps, onAdd, onRemove }: SocialLinksProps) {
  const { t } = useTexts();
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
            {...inputProps(`${index}.network`)}
          />
          <TextInput
            aria-label={t('channels.widget.field.link')}
            placeholder="https://"
            {...inputProps(`${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="secondary"
            size={36}
            aria-label={t('channels.widget.field.remove_link', { link: link.value || link.network })}
            onClick={() => onRemove(index)}
          >
            <IconTrash size={18} stroke={1.8} />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && (
        <Text size="xs" c="red.6" role="alert">
          {error}
        </Text>
      )}
      {links.length < limits.socialLinks && (
        <Button
          color="secondary.1"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onAdd({ network: socialNetworks[0], value: '' })}
        >
          {t('channels.widget.field.add_link')}
        </Button>
      )}
    </Stack>
  );
}
