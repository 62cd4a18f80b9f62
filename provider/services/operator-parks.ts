/** Operators create car parks and maintain the facts of their own ones. */
import type {
  NewParkBody,
  OperatorParkWire,
  ParkFacts,
  ParkFactsBody,
  SomeFacts,
} from '../../src/contract/operator-parks.ts'
import { getCountry } from '../../src/domain/country.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { isRegisteredTax } from '../../src/domain/tax-registration.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { derivePark } from '../import/derive-park.ts'
import { type FindZone, type IsInCountry, loadFindZone, loadIsInCountry } from '../import/derive-zone.ts'
import { parseParkLine } from '../import/park-line.ts'
import type { OperatedPark } from '../repositories/closures.ts'
import { tellBookingsOf } from '../repositories/entry-windows.ts'
import { takeParks } from '../repositories/organisations.ts'
import { isKeyLimited, type OperatorKeyRow } from '../repositories/operators.ts'
import { addOwnFacts, findOwnFacts, NO_FACTS, type OwnFacts, withOwnFacts } from '../repositories/own-facts.ts'
import { countPromised, findStoredPark, rewritePark, type StoredPark } from '../repositories/park-rewrite.ts'
import { storeParksIn } from '../repositories/parks-store.ts'
import { lockPark } from '../repositories/planned-tariffs.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import { taxesOf } from '../rules/taxes.ts'
import { objectToHours } from './priced-hours.ts'

const SOURCE = 'operator'
const ATTRIBUTION = 'Described by its operator'

/** Time zones and borders of the world; loaded before a transaction, since loading reads files. */
export interface Geography {
  readonly findZone: FindZone
  readonly isInCountry: IsInCountry
}

export const loadGeography = async (): Promise<Geography> => ({
  findZone: await loadFindZone(),
  isInCountry: await loadIsInCountry(),
})

/** Six decimals, about 10 cm, are precise enough to drive to. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const positionOf = ({ lat, lng }: StoredPark) => (lat === null || lng === null ? null : { lat, lng })

/** Stored JSON loses its key order; a fixed order lets repeated facts compare equal to the stored ones. */
const inOrder = ({ connector, power_kw, count, price, per }: OperatorParkWire['chargers'][number]) => ({
  ...{ connector, power_kw, count },
  ...{ price, per },
})

const registeredTaxesOf = (park: StoredPark): OperatorParkWire['registered_taxes'] =>
  taxesOf(park).flatMap(({ code, name }) => (isRegisteredTax(code) ? [{ code, name }] : []))

async function toWire(db: Queryable, park: StoredPark, nowMs: number): Promise<OperatorParkWire> {
  const { revision, facts } = (await findOwnFacts(db, [park.id])).get(park.id) ?? NO_FACTS
  return {
    ...{ id: park.id, code: park.code, slug: park.slug, name: park.name, address: park.address, city: park.city },
    ...{ state: park.state, country_code: park.countryCode, position: positionOf(park), timezone: park.timezone },
    ...{ kind: park.kind, capacity: park.capacity, accessible_spaces: park.accessibleSpaces },
    ...{ height_limit_m: park.heightLimitM, covered: park.covered, opening_hours: park.openingHours },
    ...{ chargers: park.chargers.map(inOrder), refund_policy: facts.refund_policy ?? 'usual' },
    ...{ tax_registration: facts.tax_registration ?? null, registered_taxes: registeredTaxesOf(park) },
    ...{ currency: park.currency, priced: park.rate.tariff.windows.length > 0 },
    ...{ promised: await countPromised(db, park.id, nowMs), demo_fields: [...park.demoFields], revision },
  }
}

export const readOperatorPark = async (db: Queryable, { id }: OperatedPark, nowMs: number): Promise<OperatorParkWire> =>
  toWire(db, await findStoredPark(db, id), nowMs)

interface Stated extends Pick<SomeFacts, 'position' | 'capacity' | 'accessible_spaces'> {
  readonly promised: number
}

/** Rejects facts that cannot be true of a car park in its country. */
function findObjection(
  { position, capacity, accessible_spaces: accessible = null, promised }: Stated,
  isInCountry: (position: ParkFacts['position']) => boolean,
): Objection | undefined {
  if (position !== undefined && !isInCountry(position))
    return objectTo('position', 'This place is in another country. Are latitude and longitude exchanged?')
  if (capacity !== undefined && capacity < promised) {
    const objection = objectTo('capacity', `${promised} spaces are promised to drivers already.`)
    return { ...objection, extra: { promised } }
  }
  if (capacity !== undefined && accessible !== null && accessible > capacity)
    return objectTo('accessible_spaces', 'There are more accessible spaces than spaces.')
  return undefined
}

export interface Making extends Geography {
  readonly operator: OperatorKeyRow
  readonly body: NewParkBody
  readonly nowMs: number
}

/** Built like a line of an import, so that taxes, zone, code and slug are derived as everywhere. */
function toNewPark({ body, findZone, nowMs }: Making) {
  const { country_code, name, address, city, state, kind, capacity, opening_hours, chargers } = body
  const { accessible_spaces, height_limit_m, position, covered } = body
  const parsed = parseParkLine(
    JSON.stringify({
      ...{ source: SOURCE, source_id: uuid7(nowMs), country_code, currency: getCountry(country_code).currency },
      ...{ name, address, city, state, kind, capacity, hours_text: opening_hours, chargers },
      ...{ accessible_spaces, height_limit_m, lat: roundDegrees(position.lat), lng: roundDegrees(position.lng) },
    }),
  )
  if (!parsed.ok) throw new Error(`what was said is no car park: ${parsed.error}`)
  const derived = derivePark(parsed.value, {
    ...{ findZone, near: new Map(), named: [], landmarks: [], towns: [], sandbox: false },
    attributions: new Map([[SOURCE, ATTRIBUTION]]),
  })
  return withOwnFacts(derived, covered === null ? {} : { covered })
}

/** Creates a car park for the key's organisation. It can be found immediately, and booked once it has a price. */
export async function makePark(tx: Queryable, making: Making): Promise<Result<OperatorParkWire, Objection>> {
  const { operator, body, nowMs, isInCountry } = making
  const isOwner = operator.role === null || operator.role === 'owner'
  if (!isOwner || (await isKeyLimited(tx, operator.key_id)))
    return err({ code: 'forbidden', words: 'Only whoever acts for all car parks makes new ones.' })
  const objection = findObjection({ ...body, promised: 0 }, (position) => isInCountry(body.country_code, position))
  if (objection !== undefined) return err(objection)
  const { ids } = await storeParksIn(tx, [toNewPark(making)], nowMs)
  const id = must([...ids.values()][0], 'id of the new car park')
  if (operator.organisation_id !== null) await takeParks(tx, operator.organisation_id, [id])
  return ok(await toWire(tx, await findStoredPark(tx, id), nowMs))
}

export interface Stating extends Geography {
  readonly park: OperatedPark
  readonly operator: Pick<OperatorKeyRow, 'role'>
  readonly body: ParkFactsBody
  readonly nowMs: number
}

export interface FactsStated {
  readonly park: OperatorParkWire
  /** False when the facts were already so. */
  readonly isChanged: boolean
}

/** Returns the facts that differ from the current ones. */
const changedOf = (wire: OperatorParkWire, said: SomeFacts): SomeFacts =>
  Object.fromEntries(
    Object.entries(said).filter(
      ([name, value]) =>
        JSON.stringify(wire[name as keyof ParkFacts]) !== JSON.stringify(value) || isMadeUp(wire, name),
    ),
  )

/**
 * A value invented for the sandbox counts as changed even when the operator states the same: it becomes the operator's
 * own.
 */
const isMadeUp = ({ demo_fields: filled }: OperatorParkWire, name: string): boolean => filled.includes(name)

/** Facts that phones with a booking there show. */
const SHOWN = ['name', 'address', 'position', 'kind'] as const

/**
 * Stores the operator's facts, which survive the next import. Refused, with the current facts, if they changed in the
 * meantime.
 */
export async function stateFacts(
  tx: Queryable,
  { park: { id, code }, operator: { role }, body, nowMs, findZone, isInCountry }: Stating,
): Promise<Result<FactsStated, Objection>> {
  await lockPark(tx, toParkId(id))
  const stored = await findStoredPark(tx, id)
  const current = await toWire(tx, stored, nowMs)
  const { revision, position: where, ...rest } = body
  const position = where === undefined ? undefined : { lat: roundDegrees(where.lat), lng: roundDegrees(where.lng) }
  const facts = changedOf(current, position === undefined ? rest : { ...rest, position })
  if (Object.keys(facts).length === 0) return ok({ park: current, isChanged: false })
  if (facts.tax_registration !== undefined && role !== null && role !== 'owner')
    return err({ code: 'forbidden', words: 'Only owners say which taxes are charged.' })
  if (revision !== current.revision) {
    const words = `Somebody has changed the facts of ${code} meanwhile.`
    return err({ code: 'version_conflict', extra: { current }, words })
  }
  const stated = { ...factsOf(current), ...facts, promised: current.promised }
  const objection = findObjection(stated, (at) => facts.position === undefined || isInCountry(stored.countryCode, at))
  if (objection !== undefined) return err(objection)
  const { opening_hours: hours } = facts
  const unpriced = hours === undefined ? undefined : await objectToHours(tx, { park: stored, hours, nowMs })
  if (unpriced !== undefined) return err(unpriced)
  await storeFacts(tx, { stored, facts, nowMs, findZone })
  return ok({ park: await toWire(tx, await findStoredPark(tx, id), nowMs), isChanged: true })
}

const factsOf = ({ capacity, accessible_spaces }: OperatorParkWire): Omit<Stated, 'promised'> => ({
  ...(capacity === null ? {} : { capacity }),
  accessible_spaces,
})

interface Storing extends Pick<Geography, 'findZone'> {
  readonly stored: StoredPark
  readonly facts: SomeFacts
  readonly nowMs: number
}

async function storeFacts(tx: Queryable, { stored, facts, nowMs, findZone }: Storing): Promise<void> {
  const { countryCode, state } = stored
  const own: OwnFacts =
    facts.position === undefined
      ? facts
      : { ...facts, timezone: findZone({ countryCode, state: facts.state ?? state, position: facts.position }) }
  await addOwnFacts(tx, { parkId: stored.id, facts: own, nowMs })
  // Includes all facts stated earlier: taxes depend on several of them.
  const said = (await findOwnFacts(tx, [stored.id])).get(stored.id) ?? NO_FACTS
  await rewritePark(tx, { park: stored, facts: said.facts, nowMs })
  if (SHOWN.some((name) => name in facts)) await tellBookingsOf(tx, stored.id, nowMs)
}
