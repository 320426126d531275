import { Anchor, Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SignUpOffer } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { goodPassword } from '../../../components/new-password/good-password.ts';
import { NewPasswordInput } from '../../../components/new-password/new-password-input.tsx';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { markRefused, refusedFields } from '../../../platform/forms/refused-fields.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { writeStored } from '../../../platform/session/local-data.ts';
import { noteSignUpStep } from '../../../platform/session/sign-up-step.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { signUpOfferQuery } from '../api/sign-up-offer.ts';
import { enterFromForm } from '../api/use-sign-in.ts';
import { FormFrame } from './form-frame.tsx';
import { TextLink } from './text-link.tsx';

type Registration = { name: string; email: string; password: string };

/** A trial is named where it ends the answers; elsewhere those of the base are free for good. */
function offerText(t: Translate, offer: SignUpOffer | undefined): string {
  if (offer?.counts !== 'all') return t('auth.sign_up.free');
  return t('auth.sign_up.text', { count: limits.trialMessages, days: limits.trialDays });
}

export function SignUpForm({ onRegistered }: { onRegistered: () => void }) {
  const { t, locale } = useTexts();
  const register = useMutation({
    mutationFn: async ({ name, email, password }: Registration) => {
      const input = { name: name.trim(), email: email.trim(), password, locale, privacyAccepted: true as const };
      const { sessionToken, device } = await api.user.register(input);
      writeStored('device', device);
      await enterFromForm(sessionToken);
      noteSignUpStep('completion');
    },
    onSuccess: onRegistered,
    onError: (error, sent) => markRefused(form, refusedFields(error, sent)),
  });
  const form = useForm({
    initialValues: { name: '', email: '', password: '', isAccepted: false },
    validate: {
      name: rules.maxLength(limits.personName),
      email: all(rules.required, rules.email),
      password: goodPassword<Registration>(({ email, name }) => ({ email, about: name })),
      isAccepted: rules.accepted,
    },
  });
  const { data } = useQuery(signUpOfferQuery);
  // What is told at a field is not told again below the button.
  const isToldBelow = register.isError && Object.keys(refusedFields(register.error, register.variables)).length === 0;
  return (
    <FormFrame
      title={t('auth.sign_up.title')}
      text={offerText(t, data)}
      isTextHidden={data === undefined}
      error={isToldBelow ? errorText(register.error) : null}
      onSubmit={form.onSubmit((values) => register.mutate(values))}
    >
      <TextInput label={t('auth.name')} autoComplete="name" size="md" {...form.getInputProps('name')} />
      <TextInput label={t('auth.email')} type="email" autoComplete="email" size="md" {...form.getInputProps('email')} />
      <NewPasswordInput
        label={t('auth.password')}
        size="md"
        email={form.values.email}
        about={form.values.name}
        {...form.getInputProps('password')}
      />
      <Checkbox
        color="secondary.8"
        label={t('auth.privacy')}
        description={
          <Anchor href="/privacy/" target="_blank" fz="sm">
            {t('auth.privacy.read')}
          </Anchor>
        }
        {...form.getInputProps('isAccepted', { type: 'checkbox' })}
      />
      <Button type="submit" size="md" loading={register.isPending}>
        {t('auth.sign_up.button')}
      </Button>
      <Text fz="sm" c="dimmed" component="span">
        {t('auth.have_account')} <TextLink to="/signin/" label={t('auth.sign_in.link')} />
      </Text>
    </FormFrame>
  );
}
