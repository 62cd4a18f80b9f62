/** Of people of an operator's organisation, the most able first. */
export const OPERATOR_ROLES = ['owner', 'manager', 'staff'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
