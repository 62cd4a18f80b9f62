/**
 * Facts stated by operators about their car parks: stored beside the source's facts, and applied over them at every
 * write.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ParkFacts, SomeFacts } from '../../src/contract/operator-parks.ts'
import type { TariffWire } from '../../src/contract/tariff.ts'
import { refundPolicyToWire, taxToWire } from '../../src/contract/tariff-mapping.ts'
import { chargedTaxes } from '../../src/domain/tax-registration.ts'
import { policyToCarry } from '../../src/domain/refund-policies.ts'
import { searchTokens } from '../../src/domain/search-text.ts'
import { cellOf } from '../../src/lib/cell.ts'
import type { Queryable } from '../db/database.ts'
import { taxesOf } from '../rules/taxes.ts'
import { withVersion } from './dated-tariffs.ts'
import type { NewPark } from './new-park.ts'

/** Only the facts that were stated; a position comes with its time zone. */
export interface OwnFacts extends SomeFacts {
  readonly timezone?: string
}

export interface StoredFacts {
  readonly facts: OwnFacts
  readonly revision: number
}

export const NO_FACTS: StoredFacts = { facts: {}, revision: 0 }

export async function findOwnFacts(
  db: Queryable,
  parkIds: readonly number[],
): Promise<ReadonlyMap<number, StoredFacts>> {
  const rows = await db.query<StoredFacts & { park_id: number }>(
    'select park_id, facts, revision from park_facts where park_id = any($1::integer[])',
    [parkIds],
  )
  return new Map(rows.map(({ park_id: parkId, facts, revision }) => [parkId, { facts, revision }]))
}

/** Merges new facts into those stated before. */
export async function addOwnFacts(
  tx: Queryable,
  { parkId, facts, nowMs }: { readonly parkId: number; readonly facts: OwnFacts; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into park_facts (park_id, facts, revision, updated_at) values ($1, $2, 1, $3)
     on conflict (park_id) do update
        set facts = park_facts.facts || excluded.facts, revision = park_facts.revision + 1, updated_at = excluded.updated_at`,
    [parkId, JSON.stringify(facts), new Date(nowMs)],
  )
}

const placeOf = ({ position, timezone }: OwnFacts) => ({
  ...(position === undefined ? {} : { ...position, cell: cellOf(position.lat, position.lng) }),
  ...(timezone === undefined ? {} : { timezone }),
})

const chargingOf = ({ chargers }: OwnFacts) =>
  chargers === undefined ? {} : { chargers, evChargers: chargers.reduce((sum, { count }) => sum + count, 0) }

const amenitiesOf = ({ evChargers, accessibleSpaces, covered }: NewPark): readonly string[] => [
  ...((evChargers ?? 0) > 0 ? ['ev_charging'] : []),
  ...((accessibleSpaces ?? 0) > 0 ? ['accessible'] : []),
  ...(covered === true ? ['covered'] : []),
]

/** Maps sandbox-filled fields to the facts that replace them. */
const FILLED: Readonly<Record<string, keyof ParkFacts>> = {
  name: 'name',
  capacity: 'capacity',
  chargers: 'chargers',
  charger_count: 'chargers',
}

function isSaid(facts: OwnFacts, filled: string): boolean {
  const fact = FILLED[filled]
  return fact !== undefined && facts[fact] !== undefined
}

/** Taxes follow from the location; taxes that require a registration are charged only if the owner states one. */
function taxesBy(park: NewPark, { state, city, address, tax_registration: own }: OwnFacts): NewPark['rate']['taxes'] {
  const isMoved = state !== undefined || city !== undefined || address !== undefined
  return isMoved || own !== undefined
    ? chargedTaxes(taxesOf(park), own ?? null).map((tax) => taxToWire(tax))
    : park.rate.taxes
}

/** Applies the stated refund policy, which determines what cancelling a stay booked at this tariff refunds. */
function tariffBy({ rate: { tariff } }: NewPark, { refund_policy: name }: OwnFacts): TariffWire {
  if (name === undefined) return tariff
  const { refund_policy: _before, ...rest } = tariff
  const policy = policyToCarry(name)
  return policy === undefined ? rest : { ...rest, refund_policy: refundPolicyToWire(policy) }
}

/** Stated facts change the tariff's version, so a price already shown keeps its terms. */
function rateOf(park: NewPark, facts: OwnFacts): NewPark['rate'] {
  const taxes = taxesBy(park, facts)
  const tariff = tariffBy(park, facts)
  if (isDeepStrictEqual([tariff, taxes], [park.rate.tariff, park.rate.taxes])) return park.rate
  const versioned = withVersion(tariff, taxes)
  return { ...park.rate, tariff: versioned, taxes, version: versioned.version }
}

/** Combines the operator's facts with the source's for everything else. */
export function withOwnFacts<T extends NewPark>(park: T, facts: OwnFacts): T {
  const { name, address, city, state, kind, capacity, covered } = facts
  const { accessible_spaces: accessibleSpaces, height_limit_m: heightLimitM, opening_hours: openingHours } = facts
  const said = {
    ...{ name, address, city, state, kind, capacity, covered, accessibleSpaces, heightLimitM, openingHours },
  }
  const changed: T = {
    ...park,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...placeOf(facts),
    ...chargingOf(facts),
  }
  const words = [changed.name, changed.city, changed.address, changed.state]
  return {
    ...changed,
    rate: rateOf(changed, facts),
    amenities: amenitiesOf(changed),
    demoFields: park.demoFields.filter((field) => !isSaid(facts, field)),
    tokens: searchTokens(words.filter((word) => word !== null).join(' ')),
  }
}
