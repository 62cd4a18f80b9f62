// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { GuestBody } from '../../contract/guests.ts'
import type { CountryCode } from '../../domain/country.ts'
import { toEmail } from '../../domain/email.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { checkEmail, type FieldProblem } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { checkPhone, loadPhoneRules, toWirePhone } from '../../parts/phone-rules.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './checkout.module.css'

/** Exported here so that it shares this chunk, which few drivers need: most have an account. */
export { becomeGuest } from '../../actions/guests.online.ts'

/** Returns how to reach a guest, or the field's problem. The contact is not verified and grants no access. */
export async function takeContact(country: CountryCode): Promise<Result<GuestBody['contact'], FieldProblem>> {
  const { contact, contactKind } = useCheckoutDraft.getState()
  if (contactKind === 'email') {
    const problem = checkEmail(contact)
    return problem === undefined ? ok({ email: toEmail(contact) }) : err(problem)
  }
  const problem = await checkPhone(contact, country)
  if (problem !== undefined) return err(problem)
  const phone = await toWirePhone(contact, country)
  return phone === null ? err('required') : ok({ phone })
}

/** An email address or a phone number; it only ever receives a receipt, by email. */
export default function GuestStep({ problem }: { readonly problem: FieldProblem | null }) {
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
