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

/** One pass at a time, paid from the wallet; it opens as the booking that it is. */
export function useBuyPass(product: Product) {
  const navigate = useNavigate()
  const clearDraft = useCheckoutDraft((draft) => draft.clear)
  const { failure, isBusy, run } = useSingleFlight<Booking | null>((booking) => {
    clearDraft()
    // A lost answer turned out to be settled already: My Bookings shows how.
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
