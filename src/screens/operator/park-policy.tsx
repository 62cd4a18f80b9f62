// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { REFUND_POLICIES, REFUND_POLICY_NAMES, type RefundPolicyName } from '../../domain/refund-policies.ts'
import { RefundPolicyLines, usePolicyName } from '../../parts/refund-policy-lines.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import page from './operator.module.css'

/** The refund policy for new bookings, in the words that drivers read. */
export function ParkPolicy({ first }: { readonly first: RefundPolicyName }) {
  const { t } = useLingui()
  const nameOf = usePolicyName()
  const [name, setName] = useState(first)
  return (
    <>
      <SelectField
        label={t`Cancellation policy`}
        name="policy"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value as RefundPolicyName)}
        hint={<Trans>For new bookings. Bookings already made keep theirs.</Trans>}
      >
        {REFUND_POLICY_NAMES.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </SelectField>
      <div className={page.muted}>
        <RefundPolicyLines policy={REFUND_POLICIES[name]} />
      </div>
    </>
  )
}
