// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type CodeError, parseParkCode } from '../../domain/code.ts'
import type { ParkCode } from '../../domain/ids.ts'
import { textOf } from '../../parts/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './scan.module.css'

/** Removes the spaces and hyphens of a typed code. */
const bare = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\-\u2010-\u2015]/gu, '')

/** Field for the code printed on the sign in large letters, for drivers without a camera. */
export function CodeForm({ onCode }: { readonly onCode: (code: ParkCode) => void }) {
  const [problem, setProblem] = useState<CodeError | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = parseParkCode(bare(textOf(new FormData(event.currentTarget), 'code')))
    setProblem(code.ok ? null : code.error)
    if (code.ok) onCode(code.value)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        plate
        name="code"
        label={<Trans>Car park code</Trans>}
        autoComplete="off"
        enterKeyHint="go"
        error={
          problem === null ? undefined : problem === 'malformed' ? (
            <Trans>A car park code has 7 letters and digits, such as CA7KQ2M.</Trans>
          ) : (
            <Trans>One character isn’t right. Compare the code with the sign.</Trans>
          )
        }
      />
      <Button type="submit" kind="secondary" wide>
        <Trans>Open the car park</Trans>
      </Button>
    </form>
  )
}
