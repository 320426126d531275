import type { Permission } from '@otvet/contract';
import { IconBook2, IconMessage, IconPlug, IconSettings } from '@tabler/icons-react';
import type { TextKey } from '../../platform/texts/text-key.ts';

/** Sections of the navigation; only finished screens appear. */
export const navigationItems = [
  { to: '/app/inbox/', icon: IconMessage, title: 'shell.nav.inbox', short: 'shell.nav.inbox', permission: null },
  {
    to: '/app/channels/',
    icon: IconPlug,
    title: 'shell.nav.channels',
    short: 'shell.nav.channels',
    permission: 'manage_channels',
  },
  {
    to: '/app/knowledge-bases/',
    icon: IconBook2,
    title: 'shell.nav.knowledge',
    short: 'shell.nav.knowledge_short',
    permission: 'view_kb',
  },
  {
    to: '/app/settings/',
    icon: IconSettings,
    title: 'shell.nav.settings',
    short: 'shell.nav.settings',
    permission: 'manage_plan',
  },
] as const satisfies readonly {
  to: string;
  icon: typeof IconPlug;
  title: TextKey;
  short: TextKey;
  permission: Permission | null;
}[];
