// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { removeRequest } from '../../actions/requests.online.ts'
import type { BookingCommand } from '../../domain/commands.ts'
import { mustInstant, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import type { BookingView, Waiting } from '../../queries/query.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { SignalClockIcon } from '../../ui/icons-state.tsx'
import styles from './booking.module.css'

export interface WaitingCardProps {
  readonly booking: BookingView
  readonly waiting: Waiting<BookingCommand>
  /** Opens the waiting request for editing. */
  readonly onChange: () => void
}

/**
 * A waiting extension: the requested end, the maximum price, and when it expires. Confirmed facts are shown above it.
 */
export function WaitingCard({ booking, waiting, onChange }: WaitingCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { command, row } = waiting
  const isSent = row.firstSentAt !== null
  const asked = format.savedAt(toInstant(row.createdAt), { zone: booking.park.timezone, now })
  // Once the request is withdrawn, the card disappears with its row.
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  return (
    <>
      <section className={styles.waiting} aria-label={t`Waiting for signal`}>
        <p className={styles.waitingHead}>
          <SignalClockIcon size={24} />
          <span>
            <Trans>Waiting for signal</Trans>
          </span>
          <span className={styles.waitingSince}>
            <Trans>requested {asked}</Trans>
          </span>
        </p>
        {command.kind === 'booking.extend' ? (
          <WaitingExtend booking={booking} command={command} />
        ) : (
          <WaitingCancel booking={booking} command={command} />
        )}
        {isSent && (
          <p>
            <Trans>Sent, not confirmed yet. It’s never done twice.</Trans>
          </p>
        )}
        <ButtonRow>
          {command.kind === 'booking.extend' && !isSent && (
            <Button kind="secondary" onClick={onChange}>
              <Trans>Change</Trans>
            </Button>
          )}
          <Button
            kind="secondary"
            busy={isBusy}
            busyLabel={<Trans>Removing…</Trans>}
            onClick={() => void run(() => removeRequest(row.id))}
          >
            <Trans>Remove request</Trans>
          </Button>
        </ButtonRow>
      </section>
      {failure !== null && <FailureNote failure={failure} doing={t`Removing the request`} />}
    </>
  )
}

interface CommandProps<Kind extends BookingCommand['kind']> {
  readonly booking: BookingView
  readonly command: Extract<BookingCommand, { kind: Kind }>
}

function WaitingExtend({ booking, command }: CommandProps<'booking.extend'>) {
  const format = useFormat()
  const now = useNow()
  const zone = booking.park.timezone
  const end = format.savedAt(mustInstant(booking.end_time), { zone, now })
  const lapse = format.savedAt(mustInstant(command.notAfter), { zone, now })
  return (
    <>
      <dl className={styles.terms}>
        <div>
          <dt>
            <Trans>Extend to</Trans>
          </dt>
          <dd>{format.savedAt(mustInstant(command.newEnd), { zone, now })}</dd>
        </div>
        <div>
          <dt>
            <Trans>you pay at most</Trans>
          </dt>
          <dd>{format.money({ amountMinor: command.maxPriceMinor, currency: booking.currency })}</dd>
        </div>
      </dl>
      <p>
        <Trans>
          Not extended yet: your pass still ends {end}. If this can’t be sent by {lapse}, it’s dropped and you pay
          nothing.
        </Trans>
      </p>
    </>
  )
}

function WaitingCancel({ booking, command }: CommandProps<'booking.cancel'>) {
  const format = useFormat()
  const now = useNow()
  const end = format.savedAt(mustInstant(booking.end_time), { zone: booking.park.timezone, now })
  return (
    <>
      <dl className={styles.terms}>
        <div>
          <dt>
            <Trans>Cancel this booking</Trans>
          </dt>
        </div>
        <div>
          <dt>
            <Trans>you get back at least</Trans>
          </dt>
          <dd>{format.money({ amountMinor: command.minRefundMinor, currency: booking.currency })}</dd>
        </div>
      </dl>
      <p>
        <Trans>
          Not cancelled yet: your pass is valid until {end}. If the refund has dropped when this is sent, nothing is
          cancelled and we ask you again.
        </Trans>
      </p>
    </>
  )
}
