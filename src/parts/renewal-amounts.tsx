// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Renewal } from '../contract/vehicle-documents.ts'
import { useFormat } from '../i18n/format.ts'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import { useDocumentName } from './use-document-name.ts'

/** A year of each document, our fee, and the total including tax. */
export function RenewalAmounts({
  renewal,
}: {
  readonly renewal: Pick<Renewal, 'currency' | 'lines' | 'service' | 'vat' | 'total' | 'refunded'>
}) {
  const { t } = useLingui()
  const format = useFormat()
  const nameOf = useDocumentName()
  const money = (amountMinor: number): string => format.money({ amountMinor, currency: renewal.currency })
  const vat = money(renewal.vat)
  const back: readonly PriceLine[] =
    renewal.refunded === 0
      ? []
      : [{ key: 'refunded', label: t`Back in your wallet`, amount: money(renewal.refunded), tone: 'good' }]
  const lines: readonly PriceLine[] = [
    ...renewal.lines.map(({ kind, amount }) => ({
      key: kind,
      label: t`${{ document: nameOf(kind) }}, 1 year`,
      amount: money(amount),
      tone: 'plain' as const,
    })),
    { key: 'service', label: t`Handling and courier`, amount: money(renewal.service), tone: 'plain' },
    {
      key: 'total',
      label: (
        <Trans>
          <strong>Total</strong>, VAT {vat} included
        </Trans>
      ),
      amount: money(renewal.total),
      tone: 'total',
    },
    ...back,
  ]
  return <PriceLines lines={lines} />
}
