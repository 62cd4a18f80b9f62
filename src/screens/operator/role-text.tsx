import { Trans } from '@lingui/react/macro'
import type { OperatorRole } from '../../domain/operator-role.ts'
import { unreachable } from '../../lib/assert.ts'

export function RoleText({ role }: { readonly role: OperatorRole }) {
  switch (role) {
    case 'owner':
      return <Trans>Owner</Trans>
    case 'manager':
      return <Trans>Manager</Trans>
    case 'staff':
      return <Trans>Team member</Trans>
    default:
      return unreachable(role)
  }
}
