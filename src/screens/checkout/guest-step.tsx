// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { GuestBody } from '../../contract/guests.ts'
import type { CountryCode } from '../../domain/country.ts'
import { toEmail } from '../../domain/email.ts'
import { checkEmail, type FieldProblem } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { checkPhone, loadPhoneRules, toTypedPhone, toWirePhone } from '../../parts/phone-rules.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './checkout.module.css'

export interface GuestContact {
  readonly problem: FieldProblem | null
  /** What the provider is told; null, and the field says why, when it cannot be read. */
  readonly take: () => Promise<GuestBody['contact'] | null>
}

const DEFAULT_COUNTRY: CountryCode = 'NG'

/** Where who books without an account can be reached: it proves nothing, and opens nothing. */
export function useGuestContact(): GuestContact {
  const country = useSelectedCountry()?.code ?? DEFAULT_COUNTRY
  const { contact, contactKind } = useCheckoutDraft()
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const findProblem = async (): Promise<FieldProblem | undefined> => {
    if (contactKind === 'email') return checkEmail(contact)
    return toTypedPhone(contact) === '' ? 'required' : checkPhone(contact, country)
  }
  return {
    problem,
    take: async () => {
      const found = await findProblem()
      setProblem(found ?? null)
      if (found !== undefined) return null
      if (contactKind === 'email') return { email: toEmail(contact) }
      const phone = await toWirePhone(contact, country)
      return phone === null ? null : { phone }
    },
  }
}

export function GuestStep({ problem }: { readonly problem: FieldProblem | null }) {
  const { t } = useLingui()
  const { contact, contactKind, change } = useCheckoutDraft()
  const isEmail = contactKind === 'email'
  const shared = {
    value: contact,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      change({ contact: value }),
    error: problem === null ? undefined : <FieldProblemText problem={problem} />,
  }
  return (
    <div className={styles.stack}>
      <Segmented
        legend={<Trans>How to reach you</Trans>}
        value={contactKind}
        options={[
          { value: 'email', label: <Trans>Email</Trans> },
          { value: 'phone', label: <Trans>Phone</Trans> },
        ]}
        onChange={(kind) => change({ contactKind: kind, contact: '' })}
      />
      {isEmail ? (
        <TextField
          key="email"
          label={t`Email`}
          name="contact_email"
          type="email"
          autoComplete="email"
          hint={<Trans>We email you the receipt.</Trans>}
          {...shared}
        />
      ) : (
        <TextField
          key="phone"
          label={t`Phone`}
          name="contact_phone"
          type="tel"
          autoComplete="tel"
          dir="ltr"
          onFocus={() => void loadPhoneRules()}
          hint={<Trans>We send no text messages. Your pass is on this phone.</Trans>}
          {...shared}
        />
      )}
    </div>
  )
}
