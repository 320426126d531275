/** Roles of a member of an account (specification, section 6). */
export const roles = ['owner', 'integrator', 'manager_all', 'manager_read_and_write'] as const;
export type Role = (typeof roles)[number];

/** The one table role → permission (specification, section 6); asked by server, route guard and buttons alike. */
export const permissionTable = {
  delete_dialog: ['owner'],
  inbox_answer: ['owner', 'integrator', 'manager_all'],
  manage_channels: ['owner', 'integrator'],
  view_kb: ['owner', 'integrator', 'manager_all'],
  manage_kb: ['owner', 'integrator'],
  manage_kb_files: ['owner', 'integrator'],
  manage_kb_urls: ['owner', 'integrator'],
  manage_kb_qa: ['owner', 'integrator', 'manager_all'],
  manage_plan: ['owner'],
  manage_team: ['owner'],
  manage_mailing: ['owner', 'integrator'],
  manage_integrations: ['owner', 'integrator'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionTable;

/** Whether a role holds a permission. */
export function isAllowed(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissionTable[permission];
  return allowed.includes(role);
}
