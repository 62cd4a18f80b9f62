import { useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { holdForPayment } from '../../actions/hold-for-payment.online.ts'
import { loadPark } from '../../actions/load-park.online.ts'
import { resumePayment, type StartedPayment } from '../../actions/start-payment.online.ts'
import type { Result } from '../../lib/result.ts'
import { type BookRequest, toBookInput } from './use-book.ts'

export interface HoldOutcomes {
  readonly onHeld: (reference: string) => void
  /** A lost answer was settled already, in another tab: the wallet shows how. */
  readonly onSettled: () => void
}

/** One hold at a time; a second tap while one is under way does nothing. */
export function useHold({ onHeld, onSettled }: HoldOutcomes) {
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)

  const run = async (ask: () => Promise<Result<StartedPayment | null, ActionError>>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const result = await ask()
    setBusy(false)
    if (!result.ok) setFailure(result.error)
    else if (result.value === null) onSettled()
    else onHeld(result.value.payment.reference)
  }

  const hold = (request: BookRequest) =>
    run(async () => {
      const { park } = request
      const result = await holdForPayment({ ...toBookInput(request), zone: park.timezone })
      // As with the wallet: a refusal for the price means that ours is old.
      if (!result.ok && result.error.kind === 'refused' && result.error.code === 'price_changed')
        await loadPark(park.slug)
      return result
    })

  return { failure, isBusy, hold, askAgain: (wishId: string) => void run(() => resumePayment(wishId)) }
}
