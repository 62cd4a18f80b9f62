import { Trans } from '@lingui/react/macro'
import { unreachable } from '../../lib/assert.ts'
import type { FieldProblem } from './validate.ts'

/** The specification's words for what a field lacks. */
export function FieldProblemText({ problem }: { readonly problem: FieldProblem }) {
  switch (problem) {
    case 'required':
      return <Trans>This field is required!</Trans>
    case 'email':
      return <Trans>Please enter a valid email</Trans>
    case 'password_short':
      return <Trans>Password must be at least 8 characters</Trans>
    case 'too_long':
      return <Trans>This is too long</Trans>
    case 'code':
      return <Trans>The code has 6 digits</Trans>
    default:
      return unreachable(problem)
  }
}
