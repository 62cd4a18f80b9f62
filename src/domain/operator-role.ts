/** Roles in an operator's organisation, most privileged first. */
export const OPERATOR_ROLES = ['owner', 'manager', 'staff'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
