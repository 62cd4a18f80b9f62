// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router-dom'
import { recordBlocked } from '../../actions/proofs.online.ts'
import { routes } from '../../config/routes.ts'
import type { Company } from '../../contract/companies.ts'
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
import { BookingFailure } from '../booking-failure.tsx'
import { ContinuedNote } from '../continued-note.tsx'
import { OnlineButton } from '../online-button.tsx'
import { ParkRefund } from '../park-refund.tsx'
import styles from '../parts.module.css'
import { PriceAge } from '../price-age.tsx'
import { QuoteErrorText } from '../quote-error-text.tsx'
import { type BookRequest, toWanted, useBook } from '../use-book.ts'
import { useNow } from '../use-now.ts'
import { useSavedPayer } from '../use-saved-payer.ts'
import { type Again, useAgain } from './use-again.ts'

export interface AgainDialogProps {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** A regular booking, paid by whoever was chosen as payer at the last checkout. */
const toRequest = ({ park, stay, plate, vehicleId }: Again, quote: Quote, payer: Company | null): BookRequest => ({
  park,
  stay,
  quote,
  companyId: payer?.company_id ?? null,
  vehicle: { typeId: stay.vehicleTypeId, plate, ...(vehicleId === undefined ? {} : { vehicleId }) },
})

/** What the stay costs, until when, for which plate, and the one button that pays. */
export default function AgainDialog({ booking, onClose }: AgainDialogProps) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const { failure, isBusy, book, askAgain } = useBook({
    onBooked: (code) => void navigate(routes.pass.href(code)),
    onSettled: () => void navigate(routes.bookings.href()),
  })
  const again = useAgain(booking, failure)
  const saved = useSavedPayer(booking.currency)
  if (again === null || saved === null) return null
  const { park, stay, price } = again
  const payer = saved.chosen
  const company = payer?.name
  const total = price.ok ? format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency }) : ''
  const checkoutOf = (fromMs: number, untilMs: number) =>
    routes.checkout.href(park.slug, { fromMs, untilMs, vehicleTypeId: stay.vehicleTypeId })
  // The times follow the clock: a tap after a lost answer could request a different stay, and so a second booking.
  const mayPay = failure?.kind !== 'outcome_unknown'
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Park here again</Trans>}
      foot={
        price.ok &&
        mayPay && (
          <OnlineButton
            doing={t`Booking`}
            hasInput={false}
            wide
            busy={isBusy}
            busyLabel={<Trans>Booking…</Trans>}
            onBlocked={() => void recordBlocked(toWanted(toRequest(again, price.value, payer)))}
            onClick={() => void book(toRequest(again, price.value, payer))}
          >
            {company === undefined ? (
              <Trans>Pay {total} from wallet</Trans>
            ) : (
              <Trans>
                Book, {company} pays {total}
              </Trans>
            )}
          </OnlineButton>
        )
      }
    >
      <div className={styles.form}>
        {price.ok ? (
          <Facts again={again} quote={price.value} payer={payer} />
        ) : (
          <QuoteErrorText error={price.error} tariff={park.rate.tariff} />
        )}
        {failure !== null && (
          <BookingFailure
            failure={failure}
            stay={{ ...stay, change: ({ from, until }) => void navigate(checkoutOf(from, until)) }}
            park={park}
            onAskAgain={askAgain}
          />
        )}
        <Link to={checkoutOf(stay.from, stay.until)}>
          <Trans>Change or pay another way</Trans>
        </Link>
      </div>
    </Modal>
  )
}

interface FactsProps {
  readonly again: Again
  readonly quote: Quote
  /** Null: the driver pays. */
  readonly payer: Company | null
}

function Facts({ again: { park, stay, plate }, quote, payer }: FactsProps) {
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
        {payer !== null && (
          <li>
            <ListRow
              size="fact"
              icon={<WalletIcon />}
              title={
                <Trans>
                  <bdi>{payer.name}</bdi> pays
                </Trans>
              }
            />
          </li>
        )}
        {payer === null && balance !== null && (
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
