// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { bookPark } from '../../actions/bookings.online.ts'
import { loadPark } from '../../actions/parks.online.ts'
import { recordBlocked, recordIfBlocked } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import type { Quote } from '../../domain/tariff.ts'
import { useFormat } from '../../i18n/format.ts'
import type { BookingView } from '../../queries/query.ts'
import { useWallet } from '../../queries/use-wallet.ts'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { CarIcon, WalletIcon } from '../../ui/icons-place.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Total } from '../../ui/total.tsx'
import { ContinuedNote } from '../continued-note.tsx'
import { FailureNote } from '../failure-note.tsx'
import { OnlineButton } from '../online-button.tsx'
import { ParkRefund } from '../park-refund.tsx'
import styles from '../parts.module.css'
import { PriceAge } from '../price-age.tsx'
import { QuoteErrorText } from '../quote-error-text.tsx'
import { useNow } from '../use-now.ts'
import { type Again, useAgain } from './use-again.ts'

export interface AgainDialogProps {
  readonly booking: BookingView
  readonly onClose: () => void
}

const wantedOf = ({ park, stay, plate }: Again, quote: Quote) => ({
  parkId: park.id,
  parkName: park.name,
  zone: park.timezone,
  plate,
  startMs: stay.from,
  endMs: stay.until,
  totalMinor: quote.totalMinor,
  currency: quote.currency,
})

/** A booking like any other: the same request, price and refusals as from the checkout. */
const book = ({ park, stay, plate, vehicleId }: Again, quote: Quote) =>
  bookPark({
    parkId: park.id,
    parkName: park.name,
    ...(vehicleId === undefined ? { plate } : { vehicleId, plate }),
    vehicleTypeId: stay.vehicleTypeId,
    startMs: stay.from,
    endMs: stay.until,
    quotedTotalMinor: quote.totalMinor,
    tariffVersion: quote.tariffVersion,
  })

/** What it costs, until when, for which plate, and the one button that pays. */
export default function AgainDialog({ booking, onClose }: AgainDialogProps) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const again = useAgain(booking, failure)
  if (again === null) return null
  const { park, stay, price } = again
  const total = price.ok ? format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency }) : ''
  const pay = async (quote: Quote) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const result = await recordIfBlocked(wantedOf(again, quote), book(again, quote))
    if (!result.ok && result.error.kind === 'refused' && result.error.code === 'price_changed')
      await loadPark(park.slug)
    setBusy(false)
    if (result.ok) void navigate(routes.pass.href(result.value.booking_code))
    else setFailure(result.error)
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Park here again</Trans>}
      foot={
        price.ok && (
          <OnlineButton
            doing={t`Booking`}
            hasInput={false}
            wide
            busy={isBusy}
            busyLabel={<Trans>Booking…</Trans>}
            onBlocked={() => void recordBlocked(wantedOf(again, price.value))}
            onClick={() => void pay(price.value)}
          >
            <Trans>Pay {total} from wallet</Trans>
          </OnlineButton>
        )
      }
    >
      <div className={styles.form}>
        {price.ok ? (
          <Facts again={again} quote={price.value} />
        ) : (
          <QuoteErrorText error={price.error} tariff={park.rate.tariff} />
        )}
        {failure !== null && <FailureNote failure={failure} doing={t`Booking`} />}
        <Link
          to={routes.checkout.href(park.slug, {
            fromMs: stay.from,
            untilMs: stay.until,
            vehicleTypeId: stay.vehicleTypeId,
          })}
        >
          <Trans>Change or pay another way</Trans>
        </Link>
      </div>
    </Modal>
  )
}

function Facts({ again: { park, stay, plate }, quote }: { readonly again: Again; readonly quote: Quote }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const wallet = useWallet(quote.currency)
  const money = (amountMinor: number) => format.money({ amountMinor, currency: quote.currency })
  const balance = wallet.status === 'ready' && wallet.value !== null ? wallet.value.balance : null
  const zone = park.timezone
  const until = format.savedAt(stay.until, { zone, now })
  const leftMinor = balance === null ? 0 : balance - quote.totalMinor
  return (
    <>
      <Total
        size={28}
        amount={money(quote.totalMinor)}
        label={
          park.rate.tariff.demo ? <Trans>total, until {until}, demo price</Trans> : <Trans>total, until {until}</Trans>
        }
      />
      <RowList form="card" label={park.name}>
        <li>
          <ListRow size="fact" icon={<ClockIcon />} title={format.stay(stay.from, stay.until, { zone, now })} />
        </li>
        <li>
          <ListRow size="fact" icon={<CarIcon />} title={<Plate>{plate}</Plate>} end={t`Plate`} />
        </li>
        {balance !== null && (
          <li>
            <ListRow
              size="fact"
              icon={<WalletIcon />}
              title={<Trans>Wallet</Trans>}
              end={
                <WalletAfter
                  before={money(balance)}
                  after={money(leftMinor)}
                  missing={leftMinor < 0 ? money(-leftMinor) : null}
                />
              }
            />
          </li>
        )}
      </RowList>
      <ContinuedNote className={styles.small} park={park} from={stay.from} previousStay={stay.previousStay} />
      <ParkRefund park={park} stay={stay} quote={quote} />
      <p className={styles.small}>
        <PriceAge savedAt={park.savedAt} zone={zone} />
      </p>
    </>
  )
}

interface WalletAfterProps {
  readonly before: string
  readonly after: string
  readonly missing: string | null
}

function WalletAfter({ before, after, missing }: WalletAfterProps) {
  return missing === null ? (
    <Trans>
      {before}, then {after}
    </Trans>
  ) : (
    <Trans>{missing} missing</Trans>
  )
}
