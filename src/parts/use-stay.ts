import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PARAM } from '../config/routes.ts'
import { type Instant, toInstant } from '../domain/instant.ts'
import type { PlanTerms, VehicleTypeId } from '../domain/tariff.ts'
import { stayOf, useSearchDraft } from '../stores/search-draft.ts'
import { useNow } from './use-now.ts'

export interface ChosenStay {
  readonly from: Instant
  readonly until: Instant
  readonly vehicleTypeId: VehicleTypeId
  /** The discount of the driver's plan, where it applies. */
  readonly plan?: PlanTerms | undefined
  readonly change: (stay: { readonly from: Instant; readonly until: Instant }) => void
  readonly changeVehicleType: (vehicleTypeId: VehicleTypeId) => void
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

const isVehicleType = (value: number | null): value is VehicleTypeId => value !== null && value >= 1 && value <= 4

/**
 * Returns the chosen times and vehicle type: from the address first, so that a link and Back keep them, else from the
 * search.
 */
export function useStay(): ChosenStay {
  const [params, setParams] = useSearchParams()
  const draft = useSearchDraft()
  const now = useNow()
  // "Now" is fixed when the page opens, so that prices do not change while the driver taps.
  const [openedAt] = useState(now)
  const untilParam = numberOf(params.get(PARAM.until))
  const chosen = stayOf(
    { fromMs: numberOf(params.get(PARAM.from)) ?? draft.fromMs, untilMs: untilParam ?? draft.untilMs },
    openedAt,
  )
  const typeParam = numberOf(params.get(PARAM.vehicleType))

  const write = (values: Readonly<Record<string, number>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) after.set(name, value.toString())
        return after
      },
      { replace: true },
    )
  return {
    from: toInstant(chosen.fromMs),
    // An end before its start is kept, so that the price reports it: if it were silently replaced, the driver would pay
    // for another stay.
    until: toInstant(untilParam ?? chosen.untilMs),
    vehicleTypeId: isVehicleType(typeParam) ? typeParam : draft.vehicleTypeId,
    change: ({ from, until }) => {
      draft.change({ fromMs: from, untilMs: until })
      write({ [PARAM.from]: from, [PARAM.until]: until })
    },
    changeVehicleType: (vehicleTypeId) => {
      draft.change({ vehicleTypeId })
      write({ [PARAM.vehicleType]: vehicleTypeId })
    },
  }
}
