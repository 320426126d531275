import type { Locale } from '@otvet/contract';
import { updateUserData } from '../../../platform/queries/update-user-data.ts';
import { changeLocale } from '../../../platform/texts/texts.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';

async function changeEverywhere(locale: Locale): Promise<void> {
  try {
    await changeLocale(locale);
    await updateUserData({ locale });
  } catch (error) {
    showErrorToast(error);
  }
}

/** Switches the language here and in the user's record. */
export function useChangeLocale() {
  return { changeLocale: (locale: Locale) => void changeEverywhere(locale) };
}
