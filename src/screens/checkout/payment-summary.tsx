// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { TimeToPay, usePayTimeLeft } from '../../parts/time-to-pay.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { PaymentRow } from '../../queries/use-payments.ts'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Total } from '../../ui/total.tsx'

/** The amount, its purpose, and how long the space or the order is held. */
export function PaymentSummary({ row }: { readonly row: PaymentRow }) {
  const format = useFormat()
  const now = useNow()
  const { payment, stay } = row
  const time = { expiresAt: payment.expires_at, aheadMs: row.aheadMs }
  const leftMs = usePayTimeLeft(time)
  const amount = format.money({ amountMinor: payment.amount, currency: payment.currency })
  const when =
    stay === null ? null : format.stay(toInstant(stay.fromMs), toInstant(stay.untilMs), { zone: stay.zone, now })
  return (
    <>
      <Total
        amount={amount}
        label={
          stay === null ? (
            payment.purpose === 'booking' ? (
              <Trans>for your booking</Trans>
            ) : payment.purpose === 'order' ? (
              <Trans>for your order</Trans>
            ) : (
              <Trans>for your wallet</Trans>
            )
          ) : (
            `${stay.parkName}, ${when ?? ''}`
          )
        }
      />
      <Note
        tone={leftMs > 0 ? 'neutral' : 'warning'}
        icon={<ClockIcon size={24} />}
        title={leftMs > 0 ? <TimeToPay {...time} /> : <Trans>Time to pay has run out</Trans>}
      >
        {payment.purpose === 'booking' ? (
          <Trans>
            We hold your space until then. If you pay later, we book it again if a space is free. If not, the money goes
            to your wallet.
          </Trans>
        ) : payment.purpose === 'order' ? (
          <Trans>We hold your order until then. If you pay later, the money goes to your wallet.</Trans>
        ) : (
          <Trans>If you pay later than that, the money still goes to your wallet.</Trans>
        )}
      </Note>
    </>
  )
}
