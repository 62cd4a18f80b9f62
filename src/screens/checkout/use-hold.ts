import { tryAgain } from '../../actions/ask-now.online.ts'
import { becomeGuest } from '../../actions/become-guest.online.ts'
import { holdForPayment } from '../../actions/book-park.online.ts'
import { recordIfBlocked } from '../../actions/record-blocked.online.ts'
import type { StartedPayment } from '../../actions/top-up.online.ts'
import type { GuestBody } from '../../contract/guests.ts'
import { ok } from '../../lib/result.ts'
import { useAskOnce, withPriceOfNow } from './use-ask-once.ts'
import { type BookRequest, toBookInput, toWanted } from './use-book.ts'

export interface HoldOutcomes {
  readonly onHeld: (started: StartedPayment) => void
  /** A lost answer was settled already, in another tab: the wallet shows how. */
  readonly onSettled: () => void
}

/** One hold at a time. */
export function useHold({ onHeld, onSettled }: HoldOutcomes) {
  const { failure, isBusy, run } = useAskOnce<StartedPayment>({
    onDone: onHeld,
    onSettled,
  })
  /** `guest`: who books without an account, which comes first. */
  const hold = (request: BookRequest, guest: GuestBody | null = null) => {
    const { park } = request
    const input = { ...toBookInput(request), zone: park.timezone }
    const ask = async () => {
      const became = guest === null ? null : await becomeGuest(guest)
      return became?.ok === false ? became : holdForPayment(input)
    }
    return run(() => recordIfBlocked(toWanted(request), withPriceOfNow(park, ask())))
  }
  const askAgain = (requestId: string) =>
    void run(async () => {
      const answer = await tryAgain(requestId)
      return answer.ok ? ok(answer.value?.kind === 'payment' ? answer.value : null) : answer
    })
  return { failure, isBusy, hold, askAgain }
}
