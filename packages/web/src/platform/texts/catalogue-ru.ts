import auth from '@otvet/contract/texts/ru/auth.json';
import channels from '@otvet/contract/texts/ru/channels.json';
import dialogs from '@otvet/contract/texts/ru/dialogs.json';
import errors from '@otvet/contract/texts/ru/errors.json';
import knowledge from '@otvet/contract/texts/ru/knowledge.json';
import settings from '@otvet/contract/texts/ru/settings.json';
import shell from '@otvet/contract/texts/ru/shell.json';

export const catalogue: Record<string, string> = {
  ...auth,
  ...channels,
  ...dialogs,
  ...errors,
  ...knowledge,
  ...settings,
  ...shell,
};
