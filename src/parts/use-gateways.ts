import { useEffect, useState } from 'react'
import type { ActionError } from '../actions/failures.ts'
import { loadPaymentGateways } from '../actions/payments.online.ts'
import type { GatewayConfig } from '../contract/payments.ts'
import type { CountryCode } from '../domain/country.ts'
import { useConnection } from '../queries/use-connection.ts'

export interface Gateways {
  /** Null until the provider has answered. Not stored on the phone: without a connection nothing can be paid. */
  readonly config: GatewayConfig | null
  readonly failure: ActionError | null
}

type Answer = Awaited<ReturnType<typeof loadPaymentGateways>>

/** Returns how drivers pay in a country; asked when the page opens and when the connection is back. */
export function useGateways(country: CountryCode): Gateways {
  const isOffline = useConnection().state === 'offline'
  const [told, setTold] = useState<{ readonly country: CountryCode; readonly answer: Answer } | null>(null)
  useEffect(() => {
    if (isOffline) return undefined
    let isCurrent = true
    const ask = async () => {
      const answer = await loadPaymentGateways(country)
      if (isCurrent) setTold({ country, answer })
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [country, isOffline])
  if (told?.country !== country) return { config: null, failure: null }
  return told.answer.ok ? { config: told.answer.value, failure: null } : { config: null, failure: told.answer.error }
}
