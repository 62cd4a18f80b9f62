// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { TextField } from '../ui/text-field.tsx'
import type { FieldProblem } from './field-checks.ts'
import { FieldProblemText } from './field-problem-text.tsx'

export interface NameFieldsProps {
  readonly problems: { readonly first_name?: FieldProblem; readonly last_name?: FieldProblem }
  /** The current name. */
  readonly first?: string
  readonly last?: string
}

/** First and last name. */
export function NameFields({ problems, first, last }: NameFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`First name`}
        name="first_name"
        autoComplete="given-name"
        dir="auto"
        defaultValue={first}
        error={problems.first_name && <FieldProblemText problem={problems.first_name} />}
      />
      <TextField
        label={t`Last name`}
        name="last_name"
        autoComplete="family-name"
        dir="auto"
        defaultValue={last}
        error={problems.last_name && <FieldProblemText problem={problems.last_name} />}
      />
    </>
  )
}
