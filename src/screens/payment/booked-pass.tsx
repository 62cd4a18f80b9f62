// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { Booking } from '../../contract/bookings.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { DirectionsAction } from '../../parts/directions-row.tsx'
import { passModules } from '../../parts/pass/qr-modules.ts'
import { ReadyOffline } from '../../parts/pass/ready-offline.tsx'
import { useShareImage } from '../../parts/pass/use-share-image.ts'
import { ZoneNote } from '../../parts/stay-fields.tsx'
import { useCalendar } from '../../parts/use-calendar.ts'
import { useNow } from '../../parts/use-now.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CalendarIcon, CheckIcon, ShareIcon } from '../../ui/icons-action.tsx'
import { QrIcon } from '../../ui/icons-place.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Qr } from '../../ui/qr.tsx'
import { Total } from '../../ui/total.tsx'
import text from '../../ui/text.module.css'
import styles from './payment.module.css'
import { type ArrivalParts, useArrival } from './use-arrival.ts'

/** CSS pixels per module: large enough to scan, small enough to fit everything on one screen. */
const MODULE_PX = 3

export interface BookedPassProps {
  readonly booking: Booking
  /** P1 text as stored. */
  readonly text: string
  /** Consecutive bookings of the same stay, in order of time. */
  readonly parts: readonly [Booking, ...Booking[]]
}

/** Confirmation of a booking: the end time, the pass, and the next steps. */
export function BookedPass({ booking, text: passText, parts }: BookedPassProps) {
  const format = useFormat()
  const now = useNow()
  const card = useRef<HTMLElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const check = useRef<SVGSVGElement>(null)
  useArrival(booking.booking_code, { card, head, check })
  const zone = booking.park.timezone
  const end = mustInstant((parts.at(-1) ?? booking).end_time)
  const until = format.savedAt(end, { zone, now })
  return (
    <div className={styles.booked}>
      <div className={styles.centre}>
        <DrawnCheck ref={check} />
        <h1>
          <Trans>You’re booked</Trans>
        </h1>
        <p>
          <Trans>
            Leave by <strong className={text.nowrap}>{until}</strong>
          </Trans>
        </p>
        <ZoneNote zone={zone} at={end} />
      </div>
      <PassCard booking={booking} text={passText} card={card} head={head} />
      <div className={styles.ready}>
        <ReadyOffline text={passText} />
      </div>
      <NextSteps booking={booking} text={passText} parts={parts} />
      <div className={styles.stack}>
        <Link to={routes.pass.href(booking.booking_code)} {...buttonLook({ wide: true })}>
          <QrIcon />
          <Trans>Show pass</Trans>
        </Link>
        <Link to={routes.booking.href(booking.booking_code)} {...buttonLook({ kind: 'plain', wide: true })}>
          <Trans>Details</Trans>
        </Link>
      </div>
    </div>
  )
}

function DrawnCheck({ ref }: { readonly ref: RefObject<SVGSVGElement | null> }) {
  return (
    <svg
      ref={ref}
      width={64}
      height={64}
      viewBox="0 0 64 64"
      fill="none"
      stroke="var(--good)"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray="1"
      aria-hidden="true"
    >
      <circle cx={32} cy={32} r={32} fill="var(--good-soft)" stroke="none" />
      <path pathLength={1} d="M32 6a26 26 0 1 0 18 7" />
      <path pathLength={1} d="M22 33l8 8 15-17" />
    </svg>
  )
}

interface PassCardProps extends Pick<ArrivalParts, 'card' | 'head'> {
  readonly booking: Booking
  readonly text: string
}

function PassCard({ booking, text: passText, card, head }: PassCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { park, total, currency, plate, booking_code: code } = booking
  const at = (instant: string): string => format.savedAt(mustInstant(instant), { zone: park.timezone, now })
  return (
    <section ref={card} className={styles.card} aria-label={t`Pass`}>
      <div ref={head} className={styles.row}>
        <div className={styles.name}>
          <strong>{park.name}</strong>
          {park.address !== null && <p className={text.muted}>{park.address}</p>}
        </div>
        <Total
          size={22}
          align="end"
          amount={format.money({ amountMinor: total, currency })}
          label={<Trans>paid</Trans>}
        />
      </div>
      <div className={styles.tear}>
        <div className={styles.centre}>
          <Qr modules={passModules(passText, 'M')} scale={MODULE_PX} label={t`QR code of your pass`} />
          <Plate>{code}</Plate>
        </div>
        <div className={styles.row}>
          <Fact label={<Trans>From</Trans>}>{at(booking.start_time)}</Fact>
          <Fact label={<Trans>Until</Trans>}>{at(booking.end_time)}</Fact>
          <Fact label={<Trans>Plate</Trans>}>
            <Plate>{plate}</Plate>
          </Fact>
        </div>
      </div>
    </section>
  )
}

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <p>
      <span className={text.muted}>{label}</span>
      <br />
      <strong className={text.nowrap}>{children}</strong>
    </p>
  )
}

function NextSteps({ booking, text: passText, parts }: BookedPassProps) {
  const calendar = useCalendar(parts)
  const share = useShareImage()
  const { lat, lng } = booking.park
  return (
    <div className={styles.row}>
      {lat !== null && lng !== null && <DirectionsAction at={{ lat, lng }} className={styles.action} />}
      <button type="button" className={styles.action} onClick={calendar.save}>
        {calendar.state === 'saved' ? <CheckIcon size={24} /> : <CalendarIcon size={24} />}
        <Trans>Calendar</Trans>
      </button>
      <button type="button" className={styles.action} onClick={() => void share(booking, passText)}>
        <ShareIcon size={24} />
        <Trans>Share</Trans>
      </button>
    </div>
  )
}
