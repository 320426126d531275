import { Button, FileButton, Group, Input } from '@mantine/core';
import type { UserData } from '@otvet/contract';
import { imageTypes, limits } from '@otvet/contract/values';
import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { removePhoto, uploadPhoto } from '../../../platform/queries/update-user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** The picture of the user, which is kept as soon as it is chosen. */
export function PhotoField({ user }: { user: UserData }) {
  const { t } = useTexts();
  const [fault, setFault] = useState<string | null>(null);
  const onError = (error: unknown) => setFault(errorText(error));
  const upload = useMutation({ mutationFn: uploadPhoto, onError });
  const remove = useMutation({ mutationFn: removePhoto, onError });
  const take = (file: File | null) => {
    if (file === null) return;
    setFault(null);
    if (!file.type.startsWith('image/')) return setFault(t('errors.files.wrong_type'));
    if (file.size > limits.photoBytes) return setFault(t('errors.files.too_large'));
    upload.mutate(file);
  };
  return (
    <Input.Wrapper
      label={t('settings.profile.photo')}
      labelElement="div"
      description={t('settings.profile.photo_hint')}
      error={fault}
      data-testid="profile-photo"
    >
      <Group gap={10} mt={6} mb={fault === null ? 0 : 6}>
        <Avatar name={user.name || user.email} size={56} photoUrl={user.photoUrl} />
        <FileButton accept={imageTypes.join(',')} onChange={take}>
          {(props) => (
            <Button
              {...props}
              color="secondary.1"
              loading={upload.isPending}
              disabled={remove.isPending}
              leftSection={<IconPhotoUp size={16} />}
            >
              {t(user.photoUrl === null ? 'settings.profile.photo_upload' : 'settings.profile.photo_replace')}
            </Button>
          )}
        </FileButton>
        {user.photoUrl !== null && (
          <Button
            variant="subtle"
            color="secondary"
            loading={remove.isPending}
            disabled={upload.isPending}
            onClick={() => {
              setFault(null);
              remove.mutate();
            }}
          >
            {t('shell.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
