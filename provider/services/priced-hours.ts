import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { parseOpeningHours } from '../../src/domain/opening-hours.ts'
import { findUnpricedHour } from '../../src/domain/tariff-check.ts'
import type { Queryable } from '../db/database.ts'
import type { StoredPark } from '../repositories/park-rewrite.ts'
import { listWaitingRules } from '../repositories/planned-tariffs.ts'
import type { Objection } from '../rules/refusal.ts'
import { refuseHours } from '../rules/tariff-objections.ts'

interface Opening {
  readonly park: Pick<StoredPark, 'id' | 'timezone' | 'openingHours' | 'rate'>
  /** In the operator's own format; null when unknown. */
  readonly hours: string | null
  readonly nowMs: number
}

const windowsOf = (text: string | null) => (text === null ? null : parseOpeningHours(text))

/**
 * Objects to opening hours when an added hour would have no price under the current or planned tariffs. Call it under
 * the park's lock, which planning a tariff also takes. A car park without any price promises nothing by its hours.
 */
export async function objectToHours(
  tx: Queryable,
  { park, hours: text, nowMs }: Opening,
): Promise<Objection | undefined> {
  const hours = windowsOf(text)
  if (hours === null) return undefined
  const { tariff: wire, taxes } = park.rate
  const planned = await listWaitingRules(tx, toParkId(park.id))
  const ahead = [
    ...(wire.windows.length === 0 ? [] : [{ startsMs: toInstant(nowMs), tariff: wire }]),
    ...planned.map(({ starts_at: startsMs, rules }) => ({ startsMs, tariff: { ...wire, ...rules } })),
  ]
  const shared = { hours, openNow: windowsOf(park.openingHours), zone: park.timezone, taxes: taxes.map(taxFromWire) }
  for (const { startsMs, tariff } of ahead) {
    const problem = findUnpricedHour({ ...shared, startsMs, tariff: tariffFromWire(tariff) })
    if (problem !== undefined) return refuseHours(problem)
  }
  return undefined
}
