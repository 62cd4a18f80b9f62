import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import * as v from 'valibot'
import {
  cellsQuery,
  parkList,
  parkListQuery,
  parkSingle,
  parkTiles,
  quoteSingle,
  rateSingle,
  type Park,
} from '../../src/contract/parks.ts'
import { quoteLinesToWire, tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { quoteQuery, vehicleTypeText } from '../../src/contract/tariff.ts'
import { COUNTRIES, type CountryCode } from '../../src/domain/country.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { parseInstant } from '../../src/domain/instant.ts'
import { normalisePlate } from '../../src/domain/plate.ts'
import { normaliseText, searchTokens } from '../../src/domain/search-text.ts'
import type { VehicleTypeId } from '../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import type { FieldProblem } from '../messages/shapes.ts'
import { validate } from '../http/validate.ts'
import { MESSAGES } from '../messages/messages.ts'
import type { ParkFilter } from '../repositories/search-sql.ts'
import { availableSpaces, countedFrom } from '../rules/availability.ts'
import { formatPageEnd, parsePageEnd } from '../rules/page-end.ts'
import { continuedBy, pricedBeside, toldOnWire } from '../rules/previous-stay.ts'
import { planChoices } from '../services/plan-choices.ts'
import { priceStay, type RateVersion } from '../rules/price-stay.ts'
import type { Stay } from '../rules/stay.ts'
import { findKnownUser } from './guards/require-user.ts'
import { findParkOfPath } from './park-of-path.ts'

/** Search words that are used; more would make a search slower, not better. */
const MAXIMUM_WORDS = 8
const COUNTRY_NAMES_IN_FRENCH: Readonly<Record<string, CountryCode>> = { 'etats unis': 'US' }

/** Finds a country by code or name, in English or French, with or without accents. */
function findCountryCode(text: string): CountryCode | undefined {
  const wanted = normaliseText(text)
  const found = COUNTRIES.find(({ code, name }) => code.toLowerCase() === wanted || normaliseText(name) === wanted)
  return found?.code ?? COUNTRY_NAMES_IN_FRENCH[wanted]
}

/** For the phone's mirror: changes whenever a park of the cell is added, changed or removed. */
const revisionOf = (parks: readonly Park[]): string =>
  createHash('sha256')
    .update(parks.map(({ id, version }) => `${String(id)}:${String(version)}`).join(','))
    .digest('hex')
    .slice(0, 12)

/** Finds parks: the list, one park by id, slug or code, whole cells for the mirror. No sign-in needed. */
export function parkRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  for (const path of ['/parks/*', '/front/parks/*']) routes.use(path, compress())
  addList(routes, deps)
  addCells(routes, deps)
  addPark(routes, deps)
  addRate(routes, deps)
  addQuote(routes, deps)
  return routes
}

type ListQuery = v.InferOutput<typeof parkListQuery>

/** Reads a query's filter; the error is the invalid field. */
function toFilter(query: ListQuery): Result<ParkFilter, FieldProblem> {
  const { country, search, lat, lng, kind, covered, ev, accessible, height } = query
  if ((lat === undefined) !== (lng === undefined))
    return err({ field: lat === undefined ? 'lat' : 'lng', code: 'required' })
  const wanted = country?.trim() ?? ''
  const countryCode = wanted === '' ? undefined : findCountryCode(wanted)
  if (wanted !== '' && countryCode === undefined) return err({ field: 'country', code: 'invalid' })
  return ok({
    ...(countryCode === undefined ? {} : { country: countryCode }),
    ...(kind === undefined ? {} : { kind }),
    words: searchTokens(search ?? '').slice(0, MAXIMUM_WORDS),
    needs: {
      covered: covered !== undefined,
      charging: ev !== undefined,
      accessible: accessible !== undefined,
      heightMetres: height ?? null,
    },
  })
}

function addList(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const described = {
    tag: 'parks',
    summary: 'Parks by country, kind, needs, words or position; nearest first with lat and lng',
    answers: { 200: parkList },
  } as const
  for (const path of ['/parks/front/parks/', '/parks/front/parks']) {
    routes.get(path, describe(described, deps.config), validate('query', parkListQuery), async (c) => {
      const query = c.req.valid('query')
      const filter = toFilter(query)
      if (!filter.ok) return problem(c, 'validation_failed', { fields: [filter.error] })
      const { lat, lng, page, size, after } = query
      const shown = { page, size, after: after === undefined ? null : parsePageEnd(after), nowMs: deps.clock.now() }
      const { items, total, end } =
        lat === undefined || lng === undefined
          ? await deps.store.listParks(filter.value, shown)
          : await deps.store.listParksNear(filter.value, { ...shown, centre: { lat, lng } })
      const next = end === null || items.length < size ? {} : { next: formatPageEnd(end) }
      return c.json({ items, total, page, size, pages: Math.max(1, Math.ceil(total / size)), ...next })
    })
  }
}

function addCells(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/parks/cells',
    describe(
      {
        tag: 'parks',
        summary: 'Every park of up to 24 cells of 0.05 degree, for the mirror of a phone',
        answers: { 200: parkTiles },
      },
      deps.config,
    ),
    validate('query', cellsQuery),
    async (c) => {
      const tiles = await deps.store.listParksOfCells(c.req.valid('query').cells, deps.clock.now())
      return c.json({ data: [...tiles].map(([cell, parks]) => ({ cell, revision: revisionOf(parks), parks })) })
    },
  )
}

function addPark(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.on('GET', ['/front/parks/', '/front/parks'], (c) =>
    problem(c, 'validation_failed', {
      fields: [{ field: 'id', code: 'park_id_required' }],
      extra: { detail: MESSAGES[c.get('language')].fields.park_id_required },
    }),
  )
  routes.get(
    '/front/parks/:park',
    describe({ tag: 'parks', summary: 'One park by id, slug or code', answers: { 200: parkSingle } }, deps.config),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      return park === undefined ? problem(c, 'park_not_found') : c.json({ data: park })
    },
  )
}

const rateQuery = v.object({ vehicle_type_id: v.optional(vehicleTypeText, '1') })

function addRate(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/front/parks/:park/rate',
    describe(
      {
        tag: 'parks',
        summary: 'Tariff and taxes in force; they price every vehicle type',
        answers: { 200: rateSingle },
      },
      deps.config,
    ),
    validate('query', rateQuery),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      return park === undefined ? problem(c, 'park_not_found') : c.json({ data: park.rate })
    },
  )
}

interface QuoteRequest {
  readonly vehicleTypeId: VehicleTypeId
  readonly start: string
  readonly end: string
  readonly plate: string | undefined
}

/**
 * Finds stays that this one continues, only for a signed-in driver: a plate alone would reveal to anyone when the car
 * was here.
 */
async function findContinued(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { park, rate, plate, ...stay }: Stay & { readonly park: Park; readonly rate: RateVersion; readonly plate: string },
) {
  const userId = await findKnownUser(c, deps)
  if (userId === undefined) return { continued: [], plan: undefined }
  const parkId = toParkId(park.id)
  const beside = { ...stay, userId, plate: normalisePlate(plate), parkId }
  const nowMs = deps.clock.now()
  const [stays, periods] = await Promise.all([
    deps.store.listStaysBeside(beside),
    deps.store.listPlanPeriods({ userId, parkId, nowMs }),
  ])
  const [plan] = planChoices(periods, { parkId, nowMs })
  return { continued: continuedBy(stays, stay, rate.tariff), plan }
}

async function answerQuote(c: Context<AppEnv>, deps: ProviderDeps, request: QuoteRequest): Promise<Response> {
  const start = parseInstant(request.start)
  const end = parseInstant(request.end)
  if (!start.ok || !end.ok)
    return problem(c, 'validation_failed', {
      fields: [{ field: start.ok ? 'end_time' : 'start_time', code: 'invalid' }],
    })
  const park = await findParkOfPath(c, deps)
  if (park === undefined) return problem(c, 'park_not_found')
  const nowMs = deps.clock.now()
  const rate = { tariff: tariffFromWire(park.rate.tariff), taxes: park.rate.taxes.map(taxFromWire) }
  const stay = { startMs: start.value, endMs: end.value }
  const { continued, plan } = await findContinued(c, deps, { ...stay, park, rate, plate: request.plate ?? '' })
  const priced = priceStay({
    rate,
    timezone: park.timezone,
    vehicleTypeId: request.vehicleTypeId,
    ...stay,
    previousStay: pricedBeside(continued, rate.tariff),
    plan,
    nowMs,
  })
  if (!priced.ok) return problem(c, priced.error)
  const taken = await deps.store.countTaken(park.id, { from: countedFrom(start.value, nowMs), to: end.value, nowMs })
  return c.json({
    data: {
      lines: quoteLinesToWire(priced.value.lines),
      total: priced.value.totalMinor,
      currency: priced.value.currency,
      tariff_version: priced.value.tariffVersion,
      valid_until: park.rate.valid_until,
      available: availableSpaces(park.capacity, taken),
      ...toldOnWire(continued, rate.tariff),
    },
  })
}

function addQuote(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/front/parks/:park/quote',
    describe(
      {
        tag: 'parks',
        summary: 'Price of a stay, line by line, and the spaces free for the whole of it',
        answers: { 200: quoteSingle },
      },
      deps.config,
    ),
    validate('query', v.object({ ...quoteQuery.entries, vehicle_type_id: v.optional(vehicleTypeText, '1') })),
    (c) => {
      const { vehicle_type_id: vehicleTypeId, start_time: start, end_time: end, plate } = c.req.valid('query')
      return answerQuote(c, deps, { vehicleTypeId, start, end, plate })
    },
  )
}
