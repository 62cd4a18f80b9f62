import type { OperatorRole } from '../../src/domain/operator-role.ts'
import type { OperatorScope } from '../../src/contract/operator.ts'

/** The roles of an organisation that have each scope. Scopes that reach beyond car parks have no role there. */
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
  // Granted to named persons only: repositories/money-staff.
  money: [],
}

export const scopesOf = (role: OperatorRole): readonly OperatorScope[] =>
  (Object.keys(ROLES_OF) as OperatorScope[]).filter((scope) => ROLES_OF[scope].includes(role))
