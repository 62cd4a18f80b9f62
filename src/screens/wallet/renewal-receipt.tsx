// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { RenewalReceipt } from '../../contract/vehicle-documents.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { RenewalAmounts } from '../../parts/renewal-amounts.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { PrintButton } from './print-button.tsx'

/** The renewed documents, the price with tax, and the refunds. */
export function RenewalReceiptPage({ receipt }: { readonly receipt: RenewalReceipt }) {
  const { t } = useLingui()
  const format = useFormat()
  const { renewal, customer, timezone: zone } = receipt
  const facts: readonly Fact[] = [
    [t`Date`, format.date(mustInstant(receipt.issued_at), zone, PAPER)],
    [t`Request`, renewal.code],
    [t`Plate number`, renewal.plate],
    [t`Customer`, `${customer.name}, ${customer.email}`],
    [t`Paid with`, t`Wallet`],
  ]
  return (
    <>
      <FactList facts={facts} />
      <RenewalAmounts renewal={renewal} />
      <PrintButton />
    </>
  )
}
