import type { OperatorRole } from '../../src/domain/operator-role.ts'
import type { OperatorScope } from '../../src/contract/operator.ts'

/** Whose of an organisation each scope is. What holds beyond car parks is nobody's there. */
const ROLES_OF: Readonly<Record<OperatorScope, readonly OperatorRole[]>> = {
  events: ['owner', 'manager'],
  shop: ['owner', 'manager'],
  orders: ['owner', 'manager'],
  plans: ['owner'],
  documents: [],
  referrals: [],
  gifts: [],
  closures: ['owner', 'manager'],
  tariffs: ['owner', 'manager'],
  parks: ['owner', 'manager'],
  requests: [],
  reviews: ['owner', 'manager'],
  moderation: [],
  day: ['owner', 'manager', 'staff'],
  statements: ['owner'],
  staff: ['owner', 'manager'],
  audit: ['owner'],
  members: ['owner'],
  // Of whoever was named for it: repositories/money-staff.
  money: [],
}

export const scopesOf = (role: OperatorRole): readonly OperatorScope[] =>
  (Object.keys(ROLES_OF) as OperatorScope[]).filter((scope) => ROLES_OF[scope].includes(role))
