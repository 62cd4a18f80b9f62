import { useEffect, useRef, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { verifyPayment } from '../../actions/payments.online.ts'
import type { PaymentWire } from '../../contract/payments.ts'
import { isPaymentOpen } from '../../domain/payment.ts'
import { connection } from '../../signals/connection.ts'
import { usePayment } from '../../queries/use-payments.ts'

type Answer = Awaited<ReturnType<typeof verifyPayment>>

/** Mobile money takes some seconds to confirm; later checks are less urgent. */
const WAITS_MS: readonly number[] = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const MAX_WAIT_MS = 30_000

export interface Verification {
  /** The payment as this phone knows it, from any tab; null until then. */
  readonly payment: PaymentWire | null
  /** True until the first answer. */
  readonly isAsking: boolean
  /** True while another tab is asking. */
  readonly isBusyElsewhere: boolean
  readonly failure: ActionError | null
  /** The provider's message about an unfinished payment. */
  readonly message: string | null
  readonly askAgain: () => void
}

/** An abandoned payment waits for the driver, not for the gateway, so there is nothing to poll. */
const isWorthAsking = ({ state, reason }: PaymentWire): boolean => isPaymentOpen(state) && reason !== 'abandoned'

function isDone(answer: Answer): boolean {
  if (!answer.ok) return answer.error.kind === 'refused' || answer.error.kind === 'signed_out'
  return answer.value.kind === 'answered' && !isWorthAsking(answer.value.answer.data.payment)
}

/**
 * Polls the provider until the payment's outcome is known, while the page is visible, and when the connection returns.
 */
export function useVerification(reference: string): Verification {
  const saved = usePayment(reference)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const askNow = useRef<() => Promise<void>>(() => Promise.resolve())

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    let isRunning = false
    const ask = async () => {
      clearTimeout(timer)
      if (isRunning) return
      isRunning = true
      const result = await verifyPayment(reference)
      isRunning = false
      if (!isCurrent) return
      setAnswer(result)
      if (isDone(result)) return
      timer = setTimeout(() => void askWhenSeen(), WAITS_MS[asked] ?? MAX_WAIT_MS)
      asked += 1
    }
    const askWhenSeen = async () => {
      if (document.visibilityState === 'visible') await ask()
    }
    let last = connection.get().state
    const stop = connection.subscribe(() => {
      const { state } = connection.get()
      const isBack = last === 'offline' && state !== 'offline'
      last = state
      if (isBack) void ask()
    })
    const onVisible = () => void askWhenSeen()
    document.addEventListener('visibilitychange', onVisible)
    askNow.current = ask
    void ask()
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [reference])

  const told = answer?.ok === true && answer.value.kind === 'answered' ? answer.value.answer : null
  const row = saved.status === 'ready' ? saved.value : null
  return {
    payment: row?.payment ?? told?.data.payment ?? null,
    isAsking: answer === null,
    isBusyElsewhere: answer?.ok === true && answer.value.kind === 'busy',
    failure: answer?.ok === false ? answer.error : null,
    message: told?.status === 'pending' ? (told.message ?? null) : null,
    askAgain: () => {
      setAnswer(null)
      void askNow.current()
    },
  }
}
