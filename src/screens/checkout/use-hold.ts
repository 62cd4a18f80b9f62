import { holdForPayment } from '../../actions/hold-for-payment.online.ts'
import { resumePayment, type StartedPayment } from '../../actions/start-payment.online.ts'
import { useAskOnce, withPriceOfNow } from './use-ask-once.ts'
import { type BookRequest, toBookInput } from './use-book.ts'

export interface HoldOutcomes {
  readonly onHeld: (reference: string) => void
  /** A lost answer was settled already, in another tab: the wallet shows how. */
  readonly onSettled: () => void
}

/** One hold at a time. */
export function useHold({ onHeld, onSettled }: HoldOutcomes) {
  const { failure, isBusy, run } = useAskOnce<StartedPayment>({
    onDone: ({ payment }) => onHeld(payment.reference),
    onSettled,
  })
  const hold = (request: BookRequest) => {
    const { park } = request
    return run(() => withPriceOfNow(park, holdForPayment({ ...toBookInput(request), zone: park.timezone })))
  }
  return { failure, isBusy, hold, askAgain: (wishId: string) => void run(() => resumePayment(wishId)) }
}
