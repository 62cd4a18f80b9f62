import { tryAgain } from '../../actions/requests.online.ts'
import type { ActionError } from '../../actions/failures.ts'
import { holdForPayment } from '../../actions/bookings.online.ts'
import { recordIfBlocked } from '../../actions/proofs.online.ts'
import { withPriceOfNow } from '../../actions/parks.online.ts'
import type { StartedPayment } from '../../actions/wallet.online.ts'
import { ok, type Result } from '../../lib/result.ts'
import { type BookRequest, toBookInput, toWanted } from '../../parts/use-book.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'

export interface HoldOutcomes {
  readonly onHeld: (started: StartedPayment) => void
  /** Called when an unconfirmed request was already settled in another tab; the wallet shows the outcome. */
  readonly onSettled: () => void
}

/** Requests a hold, one at a time. */
export function useHold({ onHeld, onSettled }: HoldOutcomes) {
  const { failure, isBusy, run } = useSingleFlight<StartedPayment | null>((started) =>
    started === null ? onSettled() : onHeld(started),
  )
  /** `guest`: opens a guest session first, for drivers without one. */
  const hold = (request: BookRequest, guest: (() => Promise<Result<unknown, ActionError>>) | null = null) => {
    const { park } = request
    const input = { ...toBookInput(request), zone: park.timezone }
    const ask = async () => {
      const became = await guest?.()
      return became?.ok === false ? became : holdForPayment(input)
    }
    return run(() => recordIfBlocked(toWanted(request), withPriceOfNow(park.slug, ask())))
  }
  const askAgain = (requestId: string) =>
    void run(async () => {
      const answer = await tryAgain(requestId)
      return answer.ok ? ok(answer.value?.kind === 'payment' ? answer.value : null) : answer
    })
  return { failure, isBusy, hold, askAgain }
}
