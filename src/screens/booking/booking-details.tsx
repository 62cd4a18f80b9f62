// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { OnlineButton } from '../../parts/online-button.tsx'
import { recordBlocked } from '../../actions/proofs.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import {
  bookingPhase,
  canCancel,
  canChangePlate,
  canExtend,
  canRenew,
  mayOverstay,
  phaseEndsAt,
} from '../../domain/booking.ts'
import { refundInMinute } from '../../domain/cancellation.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { DirectionsRow } from '../../parts/directions-row.tsx'
import { ParkedRow } from '../../parts/parked-row.tsx'
import { mayChange } from '../../parts/may-change.ts'
import { ParkAgain } from '../../parts/park-again/park-again.tsx'
import OverstayCard from '../../parts/overstay-card.tsx'
import { RefundRows } from '../../parts/refund-rows.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import { bookingLines } from '../../queries/booking-lines.ts'
import { refundableBooking } from '../../queries/price-cancel.ts'
import type { BookingView } from '../../queries/query.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, PencilIcon, PlusIcon, ReloadIcon } from '../../ui/icons-action.tsx'
import { CarIcon, PinIcon, QrIcon, TicketIcon } from '../../ui/icons-place.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Plate } from '../../ui/plate.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import styles from './booking.module.css'
import { AfterNoSpace, NoSpaceButton } from './no-space.tsx'
import { BookedEvent, EventRow } from './booked-event.tsx'
import { BookingDialogs } from './booking-dialogs.tsx'
import { LaterOwnReview } from './later-review.tsx'
import { MovedLink, MoveRow } from './move-row.tsx'
import { ShortenRow } from './shorten-row.tsx'
import { UntilWhen } from './until-when.tsx'
import { type Dialog, useDialog } from './use-dialog.ts'
import { wantedAgain } from './wanted-again.ts'
import { WaitingCard } from './waiting-card.tsx'

export interface BookingDetailsProps {
  readonly booking: BookingView
  readonly savedAt: number | null
  readonly fresh: boolean
}

/** Certain facts first: the end time and the pass. Then the possible changes, each with its price. */
export function BookingDetails({ booking, savedAt, fresh }: BookingDetailsProps) {
  const { t } = useLingui()
  const now = useNow()
  const phase = bookingPhase(booking, now)
  const may = mayChange(booking, now)
  const { dialog, open: setDialog, close } = useDialog((change) => may[change])
  // With a change waiting, no snapshot is saved: only the running app can show it.
  const stillUntil = booking.waiting.length === 0 ? phaseEndsAt(booking, now) : null
  const hasPass = booking.pass !== null && booking.pass !== undefined && phase !== 'cancelled' && phase !== 'ended'
  return (
    <>
      <div
        className={styles.body}
        data-keep-still={stillUntil === null ? undefined : ''}
        data-still-until={stillUntil ?? undefined}
      >
        <SavedNote savedAt={savedAt} fresh={fresh} />
        <UntilWhen booking={booking} phase={phase} />
        <BookedEvent booking={booking} />
        <AfterNoSpace booking={booking} />
        {booking.cancel_reason === 'moved' && <MovedLink booking={booking} />}
        {mayOverstay(booking, now) && <OverstayCard booking={booking} />}
        {hasPass && (
          <Link to={routes.pass.href(booking.booking_code)} {...buttonLook({ wide: true })}>
            <QrIcon />
            <Trans>Show pass</Trans>
          </Link>
        )}
        {booking.waiting.map((waiting) => (
          <WaitingCard key={waiting.row.id} booking={booking} waiting={waiting} onChange={() => setDialog('extend')} />
        ))}
        {canExtend(booking, now).ok && booking.waiting.length === 0 && (
          <Button kind="soft" wide icon={<PlusIcon />} onClick={() => setDialog('extend')}>
            <Trans>Extend</Trans>
          </Button>
        )}
        {canRenew(booking, now).ok && booking.event === undefined && (
          <OnlineButton
            doing={t`Booking`}
            onBlocked={() => void recordBlocked(wantedAgain(booking, now, null))}
            kind="soft"
            wide
            icon={<ReloadIcon />}
            onClick={() => setDialog('renew')}
          >
            <Trans>Book again for these times</Trans>
          </OnlineButton>
        )}
        {may['no-space'] && <NoSpaceButton onClick={() => setDialog('no-space')} />}
        <ParkAgain form="bar" code={booking.booking_code} />
        <Facts
          booking={booking}
          mayCancel={may.cancel && !may.isInside}
          mayShorten={may.shorten}
          mayMove={may.move}
          onDialog={setDialog}
        />
        {phase !== 'upcoming' && <LaterOwnReview booking={booking} />}
        <Paid booking={booking} />
      </div>
      <BookingDialogs booking={booking} dialog={dialog} onClose={close} />
    </>
  )
}

interface FactsProps {
  readonly booking: BookingView
  readonly mayCancel: boolean
  readonly mayShorten: boolean
  readonly mayMove: boolean
  readonly onDialog: (dialog: Dialog) => void
}

function Facts({ booking, mayCancel, mayShorten, mayMove, onDialog }: FactsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const typeName = useVehicleTypeName()
  const now = useNow()
  const { lat, lng } = booking.park
  const back = format.money({
    amountMinor: refundInMinute(refundableBooking(booking), now),
    currency: booking.currency,
  })
  return (
    <RowList form="card" label={t`About this booking`}>
      <EventRow booking={booking} />
      <li>
        <ListRow
          size="fact"
          icon={<TicketIcon />}
          title={<Plate>{booking.booking_code}</Plate>}
          end={<Trans>Code</Trans>}
        />
      </li>
      <li>
        <ListRow
          size="fact"
          icon={<CarIcon />}
          title={<Plate>{booking.plate}</Plate>}
          end={
            canChangePlate(booking, now).ok ? (
              <OnlineButton
                doing={t`Changing the plate`}
                isQuiet
                kind="plain"
                size="small"
                icon={<PencilIcon size={18} />}
                onClick={() => onDialog('plate')}
              >
                <Trans>Change plate</Trans>
              </OnlineButton>
            ) : (
              typeName(booking.vehicle_type_id)
            )
          }
        />
      </li>
      {lat !== null && lng !== null && (
        <>
          <li>
            <ListRow size="fact" icon={<PinIcon />} title={booking.park.address ?? booking.park.name} />
          </li>
          <li>
            <DirectionsRow at={{ lat, lng }} />
          </li>
        </>
      )}
      <ParkedRow booking={booking} size="fact" />
      {mayMove && <MoveRow onOpen={() => onDialog('move')} />}
      {mayShorten && <ShortenRow booking={booking} onOpen={() => onDialog('shorten')} />}
      {mayCancel && (
        <li>
          <ListRow
            size="fact"
            icon={<CloseIcon />}
            title={
              <span data-now>
                <Trans>Cancel now: {back} back</Trans>
              </span>
            }
            end={
              <Button kind="danger" size="small" onClick={() => onDialog('cancel')}>
                <Trans>Cancel</Trans>
              </Button>
            }
          />
        </li>
      )}
    </RowList>
  )
}

function Paid({ booking }: { readonly booking: BookingView }) {
  const format = useFormat()
  const now = useNow()
  const lines = usePriceLines({ lines: bookingLines(booking), totalMinor: booking.total, currency: booking.currency })
  const refund = booking.refund ?? 0
  const money = format.money({ amountMinor: refund, currency: booking.currency })
  const { company, overstay } = booking
  return (
    <>
      <section className={styles.section}>
        <div className={styles.titleRow}>
          <h2>
            <Trans>Paid</Trans>
          </h2>
          <Link to={moreRoutes.proof.href(booking.booking_code)}>
            <Trans>Proof of payment</Trans>
          </Link>
          {booking.receipt_number !== null && booking.receipt_number !== undefined && (
            <Link to={moreRoutes.receipt.href(booking.receipt_number)}>
              <Trans>Receipt {booking.receipt_number}</Trans>
            </Link>
          )}
        </div>
        <PriceLines lines={lines} />
        {company !== undefined && (
          <p className={styles.small}>
            <Trans>Paid by {company}</Trans>
          </p>
        )}
        {overstay?.own !== undefined && (
          <p className={styles.small}>
            <Trans>
              You paid {format.money({ amountMinor: overstay.own, currency: booking.currency })} yourself for the time
              after the end.
            </Trans>
          </p>
        )}
        {booking.status === 'cancelled' && refund > 0 && (
          <p className={styles.small}>
            {company === undefined ? (
              <Trans>{money} was refunded to your wallet.</Trans>
            ) : (
              <Trans>
                {money} was refunded to {company}’s wallet.
              </Trans>
            )}
          </p>
        )}
      </section>
      {canCancel(booking, now).ok && now < mustInstant(booking.end_time) && (
        <section className={styles.section}>
          <h2>
            <Trans>If your plans change</Trans>
          </h2>
          <div data-now>
            <RefundRows
              booking={refundableBooking(booking)}
              currency={booking.currency}
              zone={booking.park.timezone}
              now={now}
            />
          </div>
        </section>
      )}
    </>
  )
}
