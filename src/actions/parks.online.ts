import { type FreeSpacesQuery, listFreeSpaces, listParks } from '../api/parks.ts'
import type { Page } from '../contract/common.ts'
import { type FreeSpacesWire, type Park, PARKS_PER_CALL } from '../contract/parks.ts'
import { applyParkPage } from '../db/apply/park-pages.ts'
import { recordSearch, recordViewedPark } from '../db/apply/recents.ts'
import { readParkSearch } from '../db/read/park-search.ts'
import { readPark } from '../db/read/park.ts'
import { NEAR_RADIUS_METRES, readParksNear } from '../db/read/parks-near.ts'
import type { CountryCode } from '../domain/country.ts'
import type { LatLng } from '../lib/cell.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { type PulledParks, pullPark, pullParks, pullSearchPage } from '../sync/pull/pull-parks.ts'
import type { ActionError } from './failures.ts'
import { loadSubscriptions } from './plans.online.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

export interface FindParksInput {
  readonly text?: string
  readonly near?: LatLng
  /** The place's name on the screen, for the list of last searches; defaults to the text. */
  readonly label?: string
  readonly country?: CountryCode
  readonly kind?: Park['kind']
}

/** Loads the parks of a search into the mirror. Records the search even with no connection. */
export const findParks = (
  input: FindParksInput,
  phone: AppContext = appContext,
): Promise<Result<PulledParks, ActionError>> => withStorage(() => findAndRemember(input, phone))

export interface ParksMeant {
  readonly text: string
  /** Null when the location of the text is unknown. */
  readonly near: LatLng | null
  /** Only parks with known chargers. */
  readonly charging?: boolean
}

/**
 * Returns whether this phone has a car park for a search. Reads the mirror, since screens receive a new answer slightly
 * after it is stored.
 */
export const hasParksFor = (
  { text, near, charging = false }: ParksMeant,
  { dbs }: Pick<AppContext, 'dbs'> = appContext,
): Promise<Result<boolean, ActionError>> =>
  withStorage(async () => {
    const found =
      near === null
        ? await readParkSearch({ text, limit: 1 }, dbs)
        : await readParksNear({ at: near, limit: 1, radiusMetres: NEAR_RADIUS_METRES, charging }, dbs)
    return ok(found.value.length > 0)
  })

/** Loads the parks around a place that the driver did not search for; records nothing. */
export const loadParksAround = (
  near: LatLng,
  phone: AppContext = appContext,
): Promise<Result<PulledParks, ActionError>> => withStorage(() => attempt(phone, () => pullParks(phone, near)))

async function findAndRemember(input: FindParksInput, phone: AppContext): Promise<Result<PulledParks, ActionError>> {
  const { text = '', near, label, country, kind } = input
  await recordSearch(phone.dbs, {
    text: label ?? text,
    near: near ?? null,
    country: country ?? null,
    at: phone.clock.now(),
  })
  return attempt(phone, () =>
    pullParks(phone, {
      ...(text === '' ? {} : { search: text }),
      ...near,
      ...(country === undefined ? {} : { country }),
      ...(kind === undefined ? {} : { kind }),
    }),
  )
}

/**
 * Loads car parks with chargers around a place, with their latest feed data. Returns whether the phone has any near it.
 */
export async function loadChargers(
  near: LatLng,
  phone: AppContext = appContext,
): Promise<Result<boolean, ActionError>> {
  const came = await withStorage(() => attempt(phone, () => pullSearchPage(phone, { ...near, ev: '1' })))
  return came.ok ? hasParksFor({ text: '', near, charging: true }, phone) : came
}

export interface RefineInput {
  readonly text: string
  /** Null means every country. */
  readonly country: CountryCode | null
}

/** Loads car parks with these words into the mirror while the driver types; not recorded as a search. */
export const refineSearch = (
  { text, country }: RefineInput,
  phone: AppContext = appContext,
): Promise<Result<readonly Park[], ActionError>> =>
  withStorage(() =>
    attempt(phone, () => pullSearchPage(phone, { search: text, ...(country === null ? {} : { country }) })),
  )

export interface ParkPageInput {
  readonly country: CountryCode
  readonly text: string
  readonly kind: Park['kind'] | null
  readonly needs: readonly ('covered' | 'ev' | 'accessible')[]
  /** Minimum clearance that the vehicle needs. */
  readonly heightMetres: number | null
  /** Sorts by distance from this point; null for the provider's order. */
  readonly near: LatLng | null
  /** From 1. */
  readonly page: number
  readonly size: number
}

/** Loads one page of a country's car parks into the mirror, with its place in the list. */
export const listParkPage = (
  input: ParkPageInput,
  phone: AppContext = appContext,
): Promise<Result<Page<Park>, ActionError>> =>
  attempt(phone, async () => {
    const { country, text, kind, needs, heightMetres, near, page, size } = input
    const answer = await listParks(phone.client, {
      country,
      page,
      size,
      ...(text === '' ? {} : { search: text }),
      ...(kind === null ? {} : { kind }),
      ...Object.fromEntries(needs.map((need) => [need, '1'] as const)),
      ...(heightMetres === null ? {} : { height: heightMetres }),
      ...near,
    })
    if (answer.ok) await applyParkPage(phone.dbs, { query: input, answer: answer.value, savedAt: phone.clock.now() })
    return answer
  })

/** Refreshes the displayed park, and records the visit. An unknown one is refused with `park_not_found`. */
export const loadPark = (slugOrCode: string, phone: AppContext = appContext): Promise<Result<Park, ActionError>> =>
  withStorage(() => loadAndRemember(slugOrCode, phone))

async function loadAndRemember(slugOrCode: string, phone: AppContext): Promise<Result<Park, ActionError>> {
  const answer = await attempt(phone, () => pullPark(phone, slugOrCode))
  const park = answer.ok ? answer.value : (await readPark(slugOrCode, phone.dbs)).value
  if (park !== null) await recordViewedPark(phone.dbs, park.id, phone.clock.now())
  return answer
}

/**
 * A refusal because of the price means that our copy of it, or of the driver's plan, is outdated: both are loaded
 * before the driver looks again.
 */
export async function withPriceOfNow<Value>(
  slug: string,
  asked: Promise<Result<Value, ActionError>>,
): Promise<Result<Value, ActionError>> {
  const result = await asked
  if (!result.ok && result.error.kind === 'refused' && result.error.code === 'price_changed')
    await Promise.all([loadPark(slug), loadSubscriptions(null)])
  return result
}

/**
 * Returns how many spaces of each car park are free for a stay. Not stored: the count for one stay says nothing about
 * the next.
 */
export const loadFreeSpaces = (
  query: FreeSpacesQuery,
  phone: AppContext = appContext,
): Promise<Result<readonly FreeSpacesWire[], ActionError>> => {
  const parkIds = query.parkIds.slice(0, PARKS_PER_CALL)
  if (parkIds.length === 0) return Promise.resolve(ok([]))
  return attempt(phone, () => listFreeSpaces(phone.client, { ...query, parkIds }))
}
