import { Trans } from '@lingui/react/macro'
import { unreachable } from '../lib/assert.ts'
import type { FieldProblem } from './field-checks.ts'

/** The message for a field's problem, in the specification's words where it has some. */
export function FieldProblemText({ problem }: { readonly problem: FieldProblem }) {
  switch (problem) {
    case 'required':
      return <Trans>This field is required!</Trans>
    case 'email':
      return <Trans>Please enter a valid email</Trans>
    case 'same_email':
      return <Trans>This is already your address</Trans>
    case 'password_short':
      return <Trans>Password must be at least 8 characters</Trans>
    case 'too_short':
      return <Trans>Enter at least 3 characters.</Trans>
    case 'too_long':
      return <Trans>This is too long</Trans>
    case 'phone':
      return <Trans>Enter a valid phone number. From another country, start with + and the country code.</Trans>
    case 'code':
      return <Trans>The code has 6 digits</Trans>
    case 'number':
      return <Trans>Enter a number from 1 to 500</Trans>
    case 'power':
      return <Trans>Enter kilowatts from 0.5 to 1000, or leave it empty.</Trans>
    case 'amount':
      return <Trans>Enter an amount, such as 2.50</Trans>
    default:
      return unreachable(problem)
  }
}
