import auth from '@otvet/contract/texts/en/auth.json';
import channels from '@otvet/contract/texts/en/channels.json';
import dialogs from '@otvet/contract/texts/en/dialogs.json';
import errors from '@otvet/contract/texts/en/errors.json';
import knowledge from '@otvet/contract/texts/en/knowledge.json';
import settings from '@otvet/contract/texts/en/settings.json';
import shell from '@otvet/contract/texts/en/shell.json';

export const catalogue: Record<string, string> = {
  ...auth,
  ...channels,
  ...dialogs,
  ...errors,
  ...knowledge,
  ...settings,
  ...shell,
};
