// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from 'react-router-dom'
import { loadReceipt } from '../../actions/payments.online.ts'
import { routes } from '../../config/routes.ts'
import type { StayReceipt } from '../../contract/payments.ts'
import { OrderReceiptPage } from './order-receipt.tsx'
import { RenewalReceiptPage } from './renewal-receipt.tsx'
import { PlanReceiptPage } from './plan-receipt.tsx'
import { mustInstant } from '../../domain/instant.ts'
import { taxName } from '../../domain/tax-name.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { bookingLines } from '../../queries/booking-lines.ts'
import { useReceipt } from '../../queries/use-receipt.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PrintButton } from './print-button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './receipt.module.css'
import wallet from './wallet.module.css'

/**
 * /wallet/receipts/{number}: the payment line by line, on one printable page; the latest receipts are saved without
 * being opened.
 */
export default function ReceiptScreen() {
  const { t } = useLingui()
  const { number = '' } = useParams()
  const saved = useReceipt(number)
  const { failure, isRefreshing } = useRefresh(loadReceipt, number)
  const receipt = saved.status === 'ready' ? saved.value : null
  return (
    <div className={`${wallet.page} ${styles.receipt}`}>
      <PageHead
        back={
          <Link to={routes.wallet.href('receipt')} {...iconButtonLook()} aria-label={t`Back`} data-screen-only>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Receipt {number}</Trans>}
      />
      <div className={wallet.pad}>
        {saved.status === 'ready' && receipt !== null && (
          <div data-screen-only>
            <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />
          </div>
        )}
        {receipt?.kind === 'order' && <OrderReceiptPage receipt={receipt} />}
        {receipt?.kind === 'document' && <RenewalReceiptPage receipt={receipt} />}
        {receipt?.kind === 'plan' && <PlanReceiptPage receipt={receipt} />}
        {(receipt?.kind === 'booking' || receipt?.kind === 'extension') && <ReceiptPage receipt={receipt} />}
        {receipt === null && isRefreshing && <Skeleton size="card" width="full" />}
        {receipt === null && failure !== null && <FailureNote failure={failure} doing={t`Opening this page`} />}
      </div>
    </div>
  )
}

function ReceiptPage({ receipt }: { readonly receipt: StayReceipt }) {
  const lines = usePriceLines({
    lines: bookingLines(receipt),
    totalMinor: receipt.total,
    currency: receipt.currency,
  })
  return (
    <>
      <ReceiptFacts receipt={receipt} />
      <PriceLines lines={lines} />
      <TaxLines receipt={receipt} />
      <RefundLines receipt={receipt} />
      <PrintButton />
    </>
  )
}

/** Returns name, address, city and country, without the city if the address already contains it. */
function placeOf({ name, address, city }: StayReceipt['park'], country: string): string {
  const isNamed = city !== null && city !== undefined && address?.includes(city) !== true
  return [name, address, isNamed ? city : null, country].filter((part) => part !== null).join(', ')
}

function ReceiptFacts({ receipt }: { readonly receipt: StayReceipt }) {
  const { t } = useLingui()
  const format = useFormat()
  const { park, customer } = receipt
  const { timezone: zone } = park
  const { month } = receipt
  const day = (local: string): string => format.date(mustInstant(`${local}T12:00:00Z`), 'UTC', PAPER)
  const stay =
    month === undefined
      ? format.stay(mustInstant(receipt.start_time), mustInstant(receipt.end_time), { zone, now: PAPER })
      : `${day(month.first_day)} – ${day(month.last_day)}`
  const facts: readonly Fact[] = [
    [t`Date`, format.date(mustInstant(receipt.issued_at), zone, PAPER)],
    [t`For`, receipt.kind === 'extension' ? t`Extension of a stay` : t`Parking`],
    [t`Car park`, placeOf(park, format.country(park.country_code))],
    [t`Stay`, stay],
    [t`Plate number`, receipt.plate],
    [t`Booking`, receipt.booking_code],
    [t`Customer`, `${customer.name}, ${customer.email}`],
    [t`Paid with`, receipt.company ?? (receipt.paid_with === 'wallet' ? t`Wallet` : t`Card or mobile money`)],
  ]
  return <FactList facts={facts} />
}

/** The taxes included in the total, one line each. */
function TaxLines({ receipt }: { readonly receipt: StayReceipt }) {
  const { t } = useLingui()
  const format = useFormat()
  const money = (amountMinor: number) => format.money({ amountMinor, currency: receipt.currency })
  const nameOf = (tax: StayReceipt['taxes'][number]): string =>
    [taxName(tax, format.language), tax.registration ?? []].flat().join(' ')
  const taxes = receipt.taxes.map((tax) => ({
    key: tax.code,
    label: tax.included ? t`${{ name: nameOf(tax) }}, included in the total` : nameOf(tax),
    amount: money(tax.amount),
    tone: 'plain' as const,
  }))
  return (
    <section>
      <h2 className={styles.heading}>
        <Trans>Taxes and fees</Trans>
      </h2>
      <PriceLines
        lines={[
          { key: 'parking', label: t`Parking`, amount: money(receipt.parking) },
          { key: 'fees', label: t`Fees`, amount: money(receipt.fees) },
          ...taxes,
          { key: 'tax', tone: 'total', label: <strong>{t`Total tax`}</strong>, amount: money(receipt.tax_total) },
        ]}
      />
    </section>
  )
}

function RefundLines({ receipt }: { readonly receipt: StayReceipt }) {
  const format = useFormat()
  if (receipt.refunds.length === 0) return null
  return (
    <section>
      <h2 className={styles.heading}>
        {receipt.company === undefined ? (
          <Trans>Refunded to your wallet</Trans>
        ) : (
          <Trans>Refunded to the company</Trans>
        )}
      </h2>
      <PriceLines
        lines={receipt.refunds.map(({ amount, at }) => ({
          key: at,
          tone: 'good',
          label: format.dayTime(mustInstant(at), { zone: receipt.park.timezone, now: PAPER }),
          amount: format.money({ amountMinor: amount, currency: receipt.currency }),
        }))}
      />
    </section>
  )
}
