// Rarely rendered; memoisation would double this file.
'use no memo'

import { type ReactNode, useId, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { unreachable } from '../../lib/assert.ts'
import { rawTextOf } from '../../parts/field-checks.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './auth.module.css'
import type { Strength, StrengthScore } from './password-strength.ts'

type Rate = (password: string, known: readonly string[]) => Strength

/** The dictionary of leaked passwords is large: it is loaded when a password is about to be chosen, and is optional. */
async function loadRate(): Promise<Rate | undefined> {
  try {
    return (await import('./password-strength.ts')).rateStrength
  } catch {
    // Offline, or the chunk is gone after a new release: the form works without it.
    return undefined
  }
}

const KNOWN_FIELDS = ['email', 'first_name', 'last_name']

interface Typed {
  readonly password: string
  /** Other values of the same form, which an attacker who knows the driver would try. */
  readonly known: readonly string[]
}

function readField({ value, form }: HTMLInputElement): Typed {
  const fields = form === null ? undefined : new FormData(form)
  return { password: value, known: fields === undefined ? [] : KNOWN_FIELDS.map((name) => rawTextOf(fields, name)) }
}

export interface NewPasswordFieldProps {
  readonly label: string
  readonly error: ReactNode
}

/** Field for a new password; rates in words how easily it is guessed. The provider refuses the common ones. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  const strengthId = useId()
  const [rate, setRate] = useState<Rate | null>(null)
  const [typed, setTyped] = useState<Typed | null>(null)
  // Rated on render rather than on input, so text typed before the dictionary loaded is rated too.
  const strength = rate === null || typed === null || typed.password === '' ? null : rate(typed.password, typed.known)
  const prepare = async () => {
    const loaded = rate ?? (await loadRate())
    if (loaded !== undefined) setRate(() => loaded)
  }
  return (
    <div className={styles.newPassword}>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={<Trans>At least 8 characters</Trans>}
        error={error}
        onFocus={() => void prepare()}
        onInput={(event) => setTyped(readField(event.currentTarget))}
      />
      {strength !== null && (
        <meter aria-labelledby={strengthId} min={0} max={5} low={3} high={4} optimum={5} value={strength.score + 1} />
      )}
      <p id={strengthId} className={styles.strength} role="status">
        {strength !== null && <StrengthText {...strength} />}
      </p>
    </div>
  )
}

function StrengthText({ score, why }: Strength) {
  return (
    <>
      <ScoreText score={score} /> {why !== null && <WhyText why={why} />}
    </>
  )
}

function ScoreText({ score }: { readonly score: StrengthScore }) {
  switch (score) {
    case 0:
      return <Trans>Very easy to guess.</Trans>
    case 1:
      return <Trans>Easy to guess.</Trans>
    case 2:
      return <Trans>Could be guessed.</Trans>
    case 3:
      return <Trans>Hard to guess.</Trans>
    case 4:
      return <Trans>Very hard to guess.</Trans>
    default:
      return unreachable(score)
  }
}

function WhyText({ why }: { readonly why: NonNullable<Strength['why']> }) {
  switch (why) {
    case 'common':
      return <Trans>Many people use it, or something like it.</Trans>
    case 'yours':
      return <Trans>It contains your name or email.</Trans>
    case 'pattern':
      return <Trans>Keyboard rows and repeats are easy to guess.</Trans>
    case 'date':
      return <Trans>Dates and years are easy to guess.</Trans>
    default:
      return unreachable(why)
  }
}
