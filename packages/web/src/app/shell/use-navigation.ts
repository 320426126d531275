import { isAllowed } from '@otvet/contract/values';
import { useUserData } from '../../platform/session/user-data.ts';
import { navigationItems } from './navigation-items.ts';

/** Sections that the signed-in user may open. */
export function useNavigation() {
  const role = useUserData()?.role ?? 'owner';
  return navigationItems.filter(({ permission }) => permission === null || isAllowed(role, permission));
}
