import { useNavigate } from 'react-router-dom'
import { bookPark } from '../../actions/bookings.online.ts'
import { tryAgain } from '../../actions/requests.online.ts'
import { routes } from '../../config/routes.ts'
import type { Booking } from '../../contract/bookings.ts'
import type { Product } from '../../contract/marketplace.ts'
import type { Opening } from '../../domain/monthly-pass.ts'
import { must } from '../../lib/assert.ts'
import { ok } from '../../lib/result.ts'
import type { ChosenVehicle } from '../../parts/use-book.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'

export interface WantedPass {
  readonly span: Opening
  readonly vehicle: ChosenVehicle
  readonly totalMinor: number
}

/** Buys one pass at a time from the wallet; the pass opens as a booking. */
export function useBuyPass(product: Product) {
  const navigate = useNavigate()
  const clearDraft = useCheckoutDraft((draft) => draft.clear)
  const { failure, isBusy, run } = useSingleFlight<Booking | null>((booking) => {
    clearDraft()
    // An unconfirmed request had already been settled; My Bookings shows the outcome.
    const path = booking === null ? routes.bookings.href() : routes.booking.href(booking.booking_code)
    void navigate(path, { replace: true })
  })
  const buy = ({ span, vehicle: { typeId, ...which }, totalMinor }: WantedPass): void => {
    const { park_id: parkId } = must(product.pass ?? null, 'a product that is a pass')
    void run(() =>
      bookPark({
        ...{ ...which, parkId, parkName: product.park?.name ?? '', vehicleTypeId: typeId, productId: product.id },
        ...{ startMs: span.start, endMs: span.end, quotedTotalMinor: totalMinor, tariffVersion: 'product' },
      }),
    )
  }
  const askAgain = (requestId: string): void =>
    void run(async () => {
      const answer = await tryAgain(requestId)
      return answer.ok ? ok(answer.value?.kind === 'booking' ? answer.value.booking : null) : answer
    })
  return { failure, isBusy, buy, askAgain }
}
