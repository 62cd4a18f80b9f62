import { useLingui } from '@lingui/react/macro'
import { TextField } from '../ui/text-field.tsx'
import type { FieldProblem } from './field-checks.ts'
import { FieldProblemText } from './field-problem-text.tsx'

interface CodeFieldProps {
  readonly problem: FieldProblem | undefined
  readonly onChange?: (typed: string) => void
}

/** A field for the six digits of an email. No maxLength: it would cut off a code pasted with spaces around it. */
export function CodeField({ problem, onChange }: CodeFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Code`}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      error={problem && <FieldProblemText problem={problem} />}
    />
  )
}
