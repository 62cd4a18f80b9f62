// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CheckedProof } from '../../actions/proofs.online.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Qr } from '../../ui/qr.tsx'
import styles from './pass.module.css'
import type { Proof } from './proof.ts'
import type { Attempt } from './use-attempts.ts'
import { passModules } from '../../parts/pass/qr-modules.ts'

/** At this size, 45 modules are 4.8 cm on paper. */
const MODULE_PX = 4

export interface ProofPaperProps {
  readonly proof: Proof
  readonly attempts: readonly Attempt[]
  /** Null when the proof comes from this phone alone. */
  readonly signed: CheckedProof | null
}

/** The signed pass, the gate's records, the payments and the attempts. */
export function ProofPaper({ proof, attempts, signed }: ProofPaperProps) {
  const { booking } = proof
  return (
    <>
      <Facts proof={proof} />
      {booking.pass !== null && booking.pass !== undefined && <PassText text={booking.pass.text} />}
      <Movements proof={proof} />
      <CheckIns proof={proof} />
      <Payments proof={proof} />
      <Attempts attempts={attempts} zone={booking.park.timezone} />
      {signed !== null && <Signature signed={signed} />}
    </>
  )
}

function Section({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function useDayTime(zone: string): (text: string) => string {
  const format = useFormat()
  return (text) => format.dayTime(mustInstant(text), { zone, now: PAPER })
}

function Facts({ proof: { booking } }: { readonly proof: Proof }) {
  const { t } = useLingui()
  const format = useFormat()
  const { park, plate, booking_code: code, total, currency, status } = booking
  const stay = format.stay(mustInstant(booking.start_time), mustInstant(booking.end_time), {
    zone: park.timezone,
    now: PAPER,
  })
  const facts: readonly Fact[] = [
    [t`Car park`, [park.name, park.address].filter((part) => part !== null).join(', ')],
    [t`Stay`, stay],
    [t`Plate number`, plate],
    [t`Booking`, status === 'cancelled' ? `${code}, ${t`Cancelled`}` : code],
    [t`Price`, format.money({ amountMinor: total, currency })],
  ]
  return <FactList facts={facts} />
}

function PassText({ text }: { readonly text: string }) {
  const { t } = useLingui()
  return (
    <Section title={<Trans>Signed pass</Trans>}>
      <Qr modules={passModules(text, 'M')} scale={MODULE_PX} label={t`QR code of your pass`} />
      <p className={styles.bytes}>{text}</p>
    </Section>
  )
}

function Movements({ proof: { booking, ledger } }: { readonly proof: Proof }) {
  const { t } = useLingui()
  const format = useFormat()
  const dayTime = useDayTime(booking.park.timezone)
  const words: Readonly<Record<string, string>> = {
    booking: t`Booking`,
    extension: t`Extension of a stay`,
    refund: t`Refund`,
  }
  return (
    <Section title={<Trans>Paid from the wallet</Trans>}>
      {ledger.length === 0 && (
        <p className={styles.small}>
          <Trans>Nothing is saved on this phone.</Trans>
        </p>
      )}
      <PriceLines
        lines={ledger.map(({ kind, at, amount, currency, receipt_number: receipt }) => ({
          key: `${kind} ${at}`,
          tone: 'plain',
          label: [words[kind] ?? kind, dayTime(at), receipt].filter((part) => part !== null).join(' · '),
          amount: format.money({ amountMinor: amount, currency }, { sign: 'always' }),
        }))}
      />
    </Section>
  )
}

function CheckIns({ proof: { booking, check_ins: checkIns } }: { readonly proof: Proof }) {
  const { t } = useLingui()
  const dayTime = useDayTime(booking.park.timezone)
  if (checkIns === null) return null
  return (
    <Section title={<Trans>Recorded at the gate</Trans>}>
      {checkIns.length === 0 && (
        <p className={styles.small}>
          <Trans>No entry and no exit was recorded.</Trans>
        </p>
      )}
      <PriceLines
        lines={checkIns.map(({ direction, at, override_reason: reason, flags }) => ({
          key: `${direction} ${at}`,
          tone: 'plain',
          label: [
            direction === 'in' ? t`Entry` : t`Exit`,
            ...(reason === null ? [] : [reason]),
            ...(flags.length === 0 ? [] : [t`contradicts another record`]),
          ].join(' · '),
          amount: dayTime(at),
        }))}
      />
    </Section>
  )
}

function Payments({ proof: { booking, payments } }: { readonly proof: Proof }) {
  const { t } = useLingui()
  const format = useFormat()
  const dayTime = useDayTime(booking.park.timezone)
  if (payments === null || payments.length === 0) return null
  const words: Readonly<Record<string, string>> = {
    succeeded: t`paid`,
    succeeded_late: t`paid`,
    refunded: t`refunded`,
    failed: t`not paid`,
    expired: t`not paid`,
  }
  return (
    <Section title={<Trans>Payment attempts</Trans>}>
      <PriceLines
        lines={payments.map(({ reference, state, amount, currency, created_at: at }) => ({
          key: reference,
          tone: 'plain',
          label: [words[state] ?? t`not finished`, dayTime(at), reference].join(' · '),
          amount: format.money({ amountMinor: amount, currency }),
        }))}
      />
    </Section>
  )
}

interface AttemptsProps {
  readonly attempts: readonly Attempt[]
  readonly zone: string
}

/** Attempts recorded by this phone; the page says that no signature covers them. */
function Attempts({ attempts, zone }: AttemptsProps) {
  const format = useFormat()
  if (attempts.length === 0) return null
  return (
    <Section title={<Trans>Requested on this phone</Trans>}>
      <PriceLines
        lines={attempts.map(({ key, at, words }) => ({
          key,
          tone: 'plain',
          label: words.join(' · '),
          amount: format.dayTime(at, { zone, now: PAPER }),
        }))}
      />
      <p className={styles.small}>
        <Trans>Recorded by this phone, not signed.</Trans>
      </p>
    </Section>
  )
}

function Signature({ signed: { signed, proof, check } }: { readonly signed: CheckedProof }) {
  const dayTime = useDayTime(proof.booking.park.timezone)
  const issued = dayTime(proof.issued_at)
  const { kid, signature } = signed
  return (
    <Section title={<Trans>Signed by Baywise</Trans>}>
      <p className={styles.small}>
        {check === 'signed' ? (
          <Trans>
            Issued {issued}, key {kid}: the signature was checked on this phone.
          </Trans>
        ) : (
          <Trans>
            Issued {issued}, key {kid}: this phone could not check the signature.
          </Trans>
        )}
      </p>
      <p className={styles.bytes}>{signature}</p>
    </Section>
  )
}
