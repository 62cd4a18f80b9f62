import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { type BookingPhase, bookingPhase, canExtend, phaseEndsAt } from '../../domain/booking.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { useLocalDay, usePassHours } from '../../parts/monthly-when.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import { useWakeLock } from '../../parts/use-wake-lock.ts'
import type { Booking } from '../../contract/bookings.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons-action.tsx'
import { QrIcon } from '../../ui/icons-place.tsx'
import { Qr } from '../../ui/qr.tsx'
import { LeaveNow } from './leave-now.tsx'
import styles from './pass.module.css'
import { type PassCorrection, passModules } from '../../parts/pass/qr-modules.ts'
import { useModuleSize } from './use-module-size.ts'

type Face = PassCorrection | 'code'
const NEXT_FACE: Readonly<Record<Face, Face>> = { M: 'Q', Q: 'code', code: 'M' }

export interface PassFaceProps {
  /** The current part; attendants check its code and QR. */
  readonly booking: Booking
  /** The whole stay: one booking, or several consecutive ones. */
  readonly stay: Booking
  /** Code of the last part, which is the one to extend. */
  readonly lastCode: string
  /** P1 text as stored; never trimmed, since Base45 includes spaces. */
  readonly text: string
}

/** QR, code, end time, plate and car park: everything an attendant needs on the first screen. */
export function PassFace({ booking, stay, lastCode, text }: PassFaceProps) {
  const [face, setFace] = useState<Face>('M')
  const isAwake = useWakeLock()
  const now = useNow(1000)
  const phase = bookingPhase(stay, now)
  const isOver = phase === 'grace' || phase === 'ended'
  const stillUntil = phaseEndsAt(booking, now)
  // After paying for the overstay, the pass shows the paid end time instead of "Ended" in red.
  const { overstay } = booking
  const isLast = stay.end_time === booking.end_time
  const paid = overstay !== undefined && isLast ? { ...stay, end_time: overstay.until } : stay
  return (
    <>
      <div
        className={styles.code}
        data-keep-still={stillUntil === null ? undefined : ''}
        data-still-until={stillUntil ?? undefined}
      >
        {face !== 'code' && <PassCode text={text} correction={face} />}
        <p className={styles.typed} data-large={face === 'code' || undefined}>
          {booking.booking_code}
        </p>
      </div>
      <PassWords booking={paid} phase={bookingPhase(paid, now)} />
      {isOver && <LeaveNow booking={booking} phase={phase} />}
      <div className={styles.foot} data-screen-only>
        <FootNote isParted={stay.end_time !== booking.end_time} isAwake={isAwake && !isOver} />
        <ButtonRow>
          <Button kind="secondary" icon={<QrIcon />} onClick={() => setFace(NEXT_FACE[face])}>
            <Trans>Not scanning?</Trans>
          </Button>
          {canExtend(stay, now).ok && (
            <Link to={routes.booking.href(lastCode, 'extend')} {...buttonLook({ kind: 'soft' })}>
              <PlusIcon />
              <Trans>Extend</Trans>
            </Link>
          )}
        </ButtonRow>
      </div>
    </>
  )
}

/** At most one line, so that the buttons below stay on the first screen. */
function FootNote({ isParted, isAwake }: { readonly isParted: boolean; readonly isAwake: boolean }) {
  if (isParted) {
    return (
      <p className={styles.awake}>
        <Trans>This stay has several bookings in a row: the code changes automatically.</Trans>
      </p>
    )
  }
  return isAwake ? (
    <p className={styles.awake} data-now>
      <Trans>The screen stays on while this is open</Trans>
    </p>
  ) : null
}

function PassCode({ text, correction }: { readonly text: string; readonly correction: PassCorrection }) {
  const { t } = useLingui()
  const modules = passModules(text, correction)
  const scale = useModuleSize(modules.length)
  return <Qr modules={modules} scale={scale} label={t`QR code of your pass`} />
}

function PassWords({ booking, phase }: { readonly booking: Booking; readonly phase: BookingPhase }) {
  const format = useFormat()
  const typeName = useVehicleTypeName()
  const now = useNow()
  const zone = booking.park.timezone
  const start = mustInstant(booking.start_time)
  const end = mustInstant(booking.end_time)
  const isUpcoming = phase === 'upcoming'
  const { monthly } = booking
  const day = useLocalDay()
  const hoursOf = usePassHours()
  return (
    <div className={styles.words}>
      <div className={styles.row}>
        <div>
          <p className={styles.small}>{isUpcoming ? <Trans>From</Trans> : <Trans>Until</Trans>}</p>
          <p className={styles.time} data-fit={9}>
            {monthly === undefined
              ? format.time(isUpcoming ? start : end, zone)
              : day(isUpcoming ? monthly.first_day : monthly.last_day)}
          </p>
          <p className={styles.left} data-phase={phase} data-now>
            {isUpcoming && monthly === undefined ? (
              format.stay(start, end, { zone, now })
            ) : (
              <TimeLeft booking={booking} />
            )}
          </p>
        </div>
        <div className={styles.vehicle}>
          <p className={styles.small}>
            <Trans>Plate</Trans>
          </p>
          <p className={styles.plate}>{booking.plate}</p>
          <p className={styles.small}>{typeName(booking.vehicle_type_id)}</p>
        </div>
      </div>
      <p className={styles.paper}>{format.stay(start, end, { zone, now: PAPER })}</p>
      {monthly !== undefined && (
        <p className={styles.small}>
          {monthly.names[format.language]}, {hoursOf(monthly.hours, zone, { inSentence: true })}
        </p>
      )}
      <h1 tabIndex={-1} className={styles.park}>
        {booking.park.name}
      </h1>
      {booking.event !== undefined && <p className={styles.small}>{booking.event.name}</p>}
      {booking.park.address !== null && <p className={styles.small}>{booking.park.address}</p>}
    </div>
  )
}
