import { MAX_PROMISE_MS } from '../../../provider/rules/rates.ts'
import {
  type Alternatives,
  LARGEST_PARK_ID,
  RADIUS_METRES,
  SEARCH_MINUTES,
  STEP_MINUTES,
  type WantedSpace,
} from '../../../provider/repositories/bookable-parks.ts'
import type { ParkBrief } from '../../../provider/repositories/bookings.ts'
import { toPark } from '../../../provider/repositories/park-row.ts'
import type { ParkPage, ParkRows } from '../../../provider/repositories/search-page.ts'
import { hasNeeds, NO_NEEDS, type ParkFilter } from '../../../provider/repositories/search-sql.ts'
import { comparePlaces, type PlaceInOrder } from '../../../provider/rules/page-end.ts'
import { FEW_FOUND, wordPenalty } from '../../../provider/rules/typing-errors.ts'
import { cellsThatFit } from '../../../provider/rules/tiles.ts'
import type { Stay } from '../../../provider/rules/stay.ts'
import type { Park } from '../../../src/contract/parks.ts'
import { toParkId } from '../../../src/domain/ids.ts'
import { MINUTE_MS, toInstant } from '../../../src/domain/instant.ts'
import { matchesTokens, searchTokens } from '../../../src/domain/search-text.ts'
import { must } from '../../../src/lib/assert.ts'
import { cellOf, distanceMetres } from '../../../src/lib/cell.ts'
import { peakOccupancy } from './space.ts'
import type { Memory, StoredPark } from './memory.ts'
import type { Part } from './rows.ts'

export const briefOf = ({ name, code, slug, address, lat, lng, timezone, kind }: StoredPark): ParkBrief => ({
  ...{ name, code, slug, address, lat, lng, timezone, kind },
})

function wireOf(memory: Memory, { rates, ...park }: StoredPark, nowMs: number): Park {
  const { tariff, taxes } = must(rates.at(-1), 'rate in force')
  const taken = peakOccupancy(memory, park.id, { from: nowMs, to: nowMs + MINUTE_MS, nowMs })
  return toPark({ ...park, tariff, taxes, taken, feed: null, rating: null }, nowMs)
}

const listOf = ({ parks }: Memory): StoredPark[] => parks.all().toSorted((a, b) => a.id - b.id)

/** Search tokens as the import builds them. */
export const tokensOf = ({ name, city, address, state, code }: Omit<StoredPark, 'rates'>): readonly string[] =>
  searchTokens([name, city, address, state, code].filter((part) => part !== null).join(' '))

const isIn =
  ({ country, kind, needs = NO_NEEDS }: ParkFilter) =>
  (park: StoredPark): boolean =>
    (country === undefined || park.country_code === country) &&
    (kind === undefined || park.kind === kind) &&
    (!needs.covered || park.covered === true) &&
    (!needs.charging || (park.ev_chargers ?? 0) > 0) &&
    (!needs.accessible || (park.accessible_spaces ?? 0) > 0) &&
    (needs.heightMetres === null || (park.height_limit_m ?? 0) >= needs.heightMetres)

/** Distance of the park's words from all searched words; undefined when a word has no match. */
function penaltyOf(park: StoredPark, words: readonly string[]): number | undefined {
  const tokens = tokensOf(park)
  const penalties = words.map((word) => Math.min(...tokens.map((token) => wordPenalty(word, token) ?? Infinity)))
  const sum = penalties.reduce((all, penalty) => all + penalty, 0)
  return sum === Infinity ? undefined : sum
}

interface Matching {
  readonly park: StoredPark
  readonly penalty: number
}

/** Parks that match a filter, unordered; includes similar words when few parks match exactly. */
function findMatching(memory: Memory, filter: ParkFilter): readonly Matching[] {
  const words = filter.words ?? []
  const found = listOf(memory)
    .filter(isIn(filter))
    .flatMap((park) => {
      const penalty = penaltyOf(park, words)
      return penalty === undefined ? [] : [{ park, penalty }]
    })
  const exact = found.filter(({ park }) => matchesTokens(tokensOf(park), words))
  return exact.length < FEW_FOUND ? found : exact
}

/** Infinite without coordinates. */
const metresFrom = (centre: { readonly lat: number; readonly lng: number }, { lat, lng }: StoredPark): number =>
  lat === null || lng === null ? Infinity : distanceMetres(centre, { lat, lng })

/** The nearest start in one direction at which the same stay fits; empty when there is none. */
function findFreeTime(memory: Memory, { park, stay, nowMs }: WantedSpace, direction: 1 | -1): Stay[] {
  for (let minutes = STEP_MINUTES; minutes <= SEARCH_MINUTES; minutes += STEP_MINUTES) {
    const shift = direction * minutes * MINUTE_MS
    const [from, to] = [stay.startMs + shift, stay.endMs + shift]
    if (from >= nowMs && peakOccupancy(memory, park.id, { from, to, nowMs }) < (park.capacity ?? 0))
      return [{ startMs: toInstant(from), endMs: toInstant(to) }]
  }
  return []
}

function findFreeTimes(memory: Memory, wanted: WantedSpace): readonly Stay[] {
  const distance = ({ startMs }: Stay): number => Math.abs(startMs - wanted.stay.startMs)
  const found = [...findFreeTime(memory, wanted, -1), ...findFreeTime(memory, wanted, 1)]
  return found.toSorted((a, b) => distance(a) - distance(b))
}

function findFreeParks(memory: Memory, { park, stay, nowMs }: WantedSpace): Alternatives['parks'] {
  const { lat, lng } = park
  if (lat === null || lng === null) return []
  const span = { from: stay.startMs, to: stay.endMs, nowMs }
  return listOf(memory)
    .filter(({ id, capacity }) => id !== park.id && (capacity ?? 0) > peakOccupancy(memory, id, span))
    .map((other) => ({ other, metres: Math.round(metresFrom({ lat, lng }, other)) }))
    .filter(({ metres }) => metres <= RADIUS_METRES)
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, 3)
    .map(({ other: { id, slug, name }, metres }) => ({ id, slug, name, distance_m: metres, demo_fields: [] }))
}

interface Placed {
  readonly park: StoredPark
  readonly place: PlaceInOrder
  /** The page's cursor when this park is the last on it. */
  readonly end: PlaceInOrder
}

type Names =
  | 'findPark'
  | 'listParks'
  | 'listParksNear'
  | 'listParksOfCells'
  | 'countTaken'
  | 'findBookablePark'
  | 'findAlternatives'

export const parkRows: Part<Names> = (memory) => {
  const { parks } = memory
  const page = (found: readonly Placed[], shown: ParkPage): ParkRows => {
    const { after, size } = shown
    const sorted = found.toSorted((a, b) => comparePlaces(a.place, b.place))
    const from = after === null ? (shown.page - 1) * size : sorted.findIndex(({ park }) => park.id === after.at(-1)) + 1
    const items = sorted.slice(from, from + size)
    return {
      items: items.map(({ park }) => wireOf(memory, park, shown.nowMs)),
      total: found.length,
      end: items.at(-1)?.end ?? null,
    }
  }
  return {
    findPark(key, nowMs) {
      const isWanted = (park: StoredPark): boolean =>
        'id' in key ? park.id === key.id : 'code' in key ? park.code === key.code : park.slug === key.slug
      const park = parks.all().find(isWanted)
      return park === undefined ? undefined : wireOf(memory, park, nowMs)
    },
    listParks(filter, shown) {
      const isNeedy = (filter.words ?? []).length === 0 && hasNeeds(filter.needs ?? NO_NEEDS)
      const found = findMatching(memory, filter).filter(({ park }) => !isNeedy || park.lat !== null)
      return page(
        found.map(({ park, penalty }) => {
          const isNamed = (filter.words ?? []).length > 0
          const place = isNeedy ? [-(park.lat ?? 0)] : [...(isNamed ? [penalty] : []), Number(park.lat === null)]
          return { park, place: [...place, park.id], end: isNeedy ? [park.id] : [...place, park.id] }
        }),
        shown,
      )
    },
    listParksNear(filter, { centre, ...shown }) {
      const metresOf = (park: StoredPark): number => metresFrom(centre, park)
      const found = findMatching(memory, filter).filter(({ park }) => park.lat !== null)
      const answer = page(
        found.map(({ park, penalty }) => {
          const place = [penalty, metresOf(park), park.id]
          return { park, place, end: (filter.words ?? []).length > 0 ? place : [park.id] }
        }),
        shown,
      )
      const distanceOf = ({ id }: Park): number => Math.round(metresOf(parks.must(toParkId(id))))
      return { ...answer, items: answer.items.map((park) => ({ ...park, distance_m: distanceOf(park) })) }
    },
    listParksOfCells(wanted, nowMs) {
      const inCell = (cell: number) =>
        listOf(memory).filter(({ lat, lng }) => lat !== null && lng !== null && cellOf(lat, lng) === cell)
      const cells = cellsThatFit(wanted.map((cell) => ({ cell, parks: inCell(cell).length })))
      return new Map(cells.map((cell) => [cell, inCell(cell).map((park) => wireOf(memory, park, nowMs))]))
    },
    countTaken: (parkId, span) => peakOccupancy(memory, toParkId(parkId), span),
    findBookablePark(parkId, nowMs) {
      const park = parkId > LARGEST_PARK_ID ? undefined : parks.find(parkId)
      if (park === undefined) return undefined
      const holds = park.rates.filter(
        ({ supersededMs }) => supersededMs === null || supersededMs > nowMs - MAX_PROMISE_MS,
      )
      const { id, capacity, currency, country_code } = park
      return {
        ...briefOf(park),
        id,
        capacity,
        currency,
        country_code,
        rates: holds.toReversed().map(({ version }) => version),
      }
    },
    findAlternatives: (wanted) => ({ times: findFreeTimes(memory, wanted), parks: findFreeParks(memory, wanted) }),
  }
}
