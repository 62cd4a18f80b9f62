/**
 * Prices of an operator's car park, in the console: reading, planning, withdrawing. Nothing of it is stored on the
 * phone.
 */
import {
  parkTariffSingle,
  type PlannedTariff as PlannedWire,
  plannedTariffList,
  plannedTariffSingle,
  type TariffRules,
} from '../contract/operator-tariffs.ts'
import { tariffFromWire, taxFromWire } from '../contract/tariff-mapping.ts'
import { type Camel, fromWire, toWire } from '../contract/wire-mapping.ts'
import { type Instant, mustInstant, toRfc3339 } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import { parseOpeningHours } from '../domain/opening-hours.ts'
import type { DailyWindow, OwnRules, Tariff, Tax } from '../domain/tariff-types.ts'
import { ok, type Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

type Answer<T> = Promise<Result<T, ActionError>>

/** The current prices of a car park. */
export interface ParkTariff {
  readonly code: string
  readonly zone: string
  readonly currency: Currency
  /** Null when unknown. */
  readonly hours: readonly DailyWindow[] | null
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
}

export interface PlannedTariff {
  readonly id: number
  readonly state: PlannedWire['state']
  readonly startsMs: Instant
  readonly rules: OwnRules
}

const PAGE_SIZE = 20
const pathOf = (code: string, rest: string): string => `/parks/${encodeURIComponent(code)}/${rest}`

export async function loadParkTariff(code: string): Answer<ParkTariff> {
  const answer = await readOperator({ method: 'GET', path: pathOf(code, 'tariff'), schema: parkTariffSingle })
  if (!answer.ok) return answer
  const { park, currency, opening_hours: hours, tariff, taxes } = answer.value.data
  return ok({
    ...{ code: park.code, zone: park.timezone, currency },
    hours: hours === null ? null : parseOpeningHours(hours),
    tariff: tariffFromWire(tariff),
    taxes: taxes.map(taxFromWire),
  })
}

export async function loadPlannedTariffs(code: string): Answer<readonly PlannedTariff[]> {
  const query = { size: PAGE_SIZE }
  const answer = await readOperator({ method: 'GET', path: pathOf(code, 'tariffs'), query, schema: plannedTariffList })
  if (!answer.ok) return answer
  return ok(
    answer.value.items.map(({ id, state, starts_at, rules }) => ({
      ...{ id, state, startsMs: mustInstant(starts_at) },
      rules: fromWire(rules) as OwnRules,
    })),
  )
}

export interface WantedPrices {
  readonly rules: OwnRules
  readonly currency: Currency
  /** Null means immediately. */
  readonly startsMs: Instant | null
}

export const planPrices = (code: string, { rules, currency, startsMs }: WantedPrices) =>
  changeOperator({
    ...{ method: 'POST', path: pathOf(code, 'tariffs'), schema: plannedTariffSingle },
    body: {
      ...(startsMs === null ? {} : { starts_at: toRfc3339(startsMs) }),
      ...{ currency, rules: toWire<TariffRules>(structuredClone(rules) as Camel<TariffRules>) },
    },
  })

export const withdrawPrices = (code: string, id: number) =>
  changeOperator({ method: 'DELETE', path: pathOf(code, `tariffs/${String(id)}`), schema: plannedTariffSingle })
