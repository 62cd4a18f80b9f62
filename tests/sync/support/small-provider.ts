import type { Booking, CreateBookingBody } from '../../../src/contract/bookings.ts'
import type { Favourite } from '../../../src/contract/favourites.ts'
import type { ParkProblemWire } from '../../../src/contract/park-problems.ts'
import type { Vehicle, VehicleAddBody, VehicleEditBody } from '../../../src/contract/vehicles.ts'
import { normalisePlate } from '../../../src/domain/plate.ts'

export const START_MS = Date.parse('2026-11-21T10:00:00Z')
export const END = '2026-11-21T12:00:00Z'
export const BOOKING_ID = '01890a5d-ac96-774b-bcce-b302099a0001'
export const VEHICLE_ID = '01890a5d-ac96-774b-bcce-b302099a0002'

const PARK = {
  name: 'Marché Thiès',
  code: 'P1',
  slug: 'marche-thies',
  address: null,
  lat: null,
  lng: null,
  timezone: 'America/Toronto',
  kind: 'lot',
}

export const bookingOf = (booking_id: string, changes: Partial<Booking> = {}): Booking => ({
  booking_id,
  booking_code: `CODE-${booking_id.slice(-4)}`,
  park_id: 1,
  park: PARK,
  vehicle_type_id: 1,
  plate: 'ABC123',
  start_time: '2026-11-21T10:00:00Z',
  end_time: END,
  status: 'active',
  total: 600,
  currency: 'CAD',
  lines: [],
  tariff_version: 'v1',
  refund_policy: [],
  version: 1,
  created_at: '2026-11-21T09:00:00Z',
  updated_at: '2026-11-21T09:00:00Z',
  ...changes,
})

export const vehicleOf = (id: string, changes: Partial<Vehicle> = {}): Vehicle => ({
  id,
  plate: 'ABC-123',
  plate_normalised: 'ABC123',
  country_code: 'CA',
  region: null,
  vehicle_type_id: 1,
  label: null,
  colour: null,
  make: null,
  model: null,
  is_default: false,
  version: 1,
  updated_at: '2026-11-21T09:00:00Z',
  ...changes,
})

export const favouriteOf = (park_id: number, changes: Partial<Favourite> = {}): Favourite => ({
  ...{ park_id, is_favourite: true, name: `Park ${String(park_id)}`, slug: `park-${String(park_id)}`, address: null },
  ...{ version: 1, updated_at: '2026-11-21T09:00:00Z' },
  ...changes,
})

export const problemOf = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: 'about:blank', title: code, status, code, detail: `Refused: ${code}` },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

/** The parts of a provider that the outbox needs: rows with versions, and answers stored by key. Counts each effect. */
export interface SmallProvider {
  readonly bookings: Map<string, Booking>
  readonly vehicles: Map<string, Vehicle>
  /** Includes removed ones. */
  readonly favourites: Map<number, Favourite>
  /** Writes that had an effect, in order. */
  readonly effects: string[]
  /** Keys withdrawn before they had an effect. */
  readonly withdrawn: Set<string>
  /** When false, keys are neither stored nor echoed. */
  knowsKeys: boolean
  readonly fetch: (request: Request) => Promise<Response>
}

interface Writing {
  readonly path: string
  readonly url: URL
  readonly body: unknown
}

const data = (value: unknown): Response => Response.json({ data: value })

function writeVehicle(provider: SmallProvider, method: string, { path, body }: Writing): Response {
  const { vehicles, effects } = provider
  const [id = '', action] = path.replace('/user/vehicles/', '').split('/')
  if (method === 'POST') {
    const { id: newId = '', ...fields } = body as VehicleAddBody
    const plate = normalisePlate(fields.plate)
    if ([...vehicles.values()].some((other) => other.plate_normalised === plate)) return problemOf(409, 'plate_taken')
    const isFirst = vehicles.size === 0
    const added = {
      ...vehicleOf(newId),
      ...fields,
      plate_normalised: plate,
      is_default: isFirst,
    }
    vehicles.set(newId, added as Vehicle)
    effects.push(`add ${newId}`)
    return data(added)
  }
  const known = vehicles.get(id)
  if (known === undefined) return problemOf(404, 'vehicle_not_found')
  if (method === 'DELETE') {
    vehicles.delete(id)
    effects.push(`delete ${id}`)
    return data(known)
  }
  if (action === 'default') {
    for (const [other, row] of vehicles) vehicles.set(other, { ...row, is_default: other === id })
    effects.push(`default ${id}`)
    return data(vehicles.get(id))
  }
  const { version, ...fields } = body as VehicleEditBody
  if (version !== known.version) return problemOf(409, 'version_conflict')
  const plate_normalised = normalisePlate(fields.plate)
  vehicles.set(id, { ...known, ...fields, plate_normalised, version: known.version + 1 } as Vehicle)
  effects.push(`edit ${id}`)
  return data(vehicles.get(id))
}

function createBooking({ bookings, effects }: SmallProvider, body: CreateBookingBody): Response {
  const { park_id, plate = 'ABC123', start_time, end_time, quoted_total: total } = body
  const id = `01890a5d-ac96-774b-bcce-b30209990${String(bookings.size).padStart(3, '0')}`
  bookings.set(id, bookingOf(id, { park_id, plate, start_time, end_time, total }))
  effects.push(`book ${id}`)
  return data(bookings.get(id))
}

function writeBooking(provider: SmallProvider, { path, url, body }: Writing): Response {
  const { bookings, effects } = provider
  if (path === '/bookings') return createBooking(provider, body as CreateBookingBody)
  const extension = body as { booking_id: string; new_end_time: string; base_end_time: string } | undefined
  const id = path === '/bookings/extend' ? (extension?.booking_id ?? '') : (path.split('/')[2] ?? '')
  const known = bookings.get(id)
  if (known === undefined) return problemOf(404, 'booking_not_found')
  if (known.status !== 'active') return problemOf(409, 'booking_not_active')
  const version = known.version + 1
  if (path !== '/bookings/extend') {
    if (Number(url.searchParams.get('min_refund')) > 600) return problemOf(409, 'refund_below_minimum')
    bookings.set(id, { ...known, status: 'cancelled', version })
    effects.push(`cancel ${id}`)
  } else if (extension !== undefined) {
    if (Date.parse(extension.base_end_time) !== Date.parse(known.end_time)) return problemOf(409, 'stale_base')
    bookings.set(id, { ...known, end_time: extension.new_end_time, version })
    effects.push(`extend ${id}`)
  }
  return data(bookings.get(id))
}

function read(provider: SmallProvider, path: string): Response {
  if (path === '/health') return Response.json({ status: 'ok' })
  if (path === '/user/vehicles/') return data([...provider.vehicles.values()])
  if (path === '/user/favourites') return data([...provider.favourites.values()].filter((row) => row.is_favourite))
  if (path === '/subscriptions') return Response.json({ items: [] })
  if (path !== '/bookings/list') return problemOf(404, 'not_found')
  const items = [...provider.bookings.values()]
  return Response.json({ items, total: items.length, page: 1, size: 100, pages: 1 })
}

interface KeptAnswer {
  readonly status: number
  readonly text: string
  readonly type: string
}

type Keys = Map<string, KeptAnswer>

const keep = async (answer: Response): Promise<KeptAnswer> => ({
  status: answer.status,
  text: await answer.text(),
  type: answer.headers.get('content-type') ?? '',
})

/** Looks up the outcome of a request by its key, or withdraws it. */
function answerFate({ withdrawn }: SmallProvider, answers: Keys, { method, path }: { method: string; path: string }) {
  const key = path.replace('/requests/', '')
  const known = answers.get(key)
  if (known !== undefined)
    return data({ key, state: 'done', status: known.status, answer: JSON.parse(known.text) as unknown })
  if (method === 'DELETE') withdrawn.add(key)
  return data({ key, state: withdrawn.has(key) ? 'withdrawn' : 'unknown' })
}

function writeProblem({ effects }: SmallProvider, { path, body }: Writing): Response {
  const parkId = Number(path.split('/')[2])
  if (parkId !== 1) return problemOf(404, 'park_not_found')
  const { kind, text } = body as ParkProblemWire
  effects.push(`report ${kind}`)
  return data({ problem_id: VEHICLE_ID, park_id: parkId, kind, text, created_at: END })
}

function writeFavourite({ favourites, effects }: SmallProvider, method: string, { path }: Writing): Response {
  const parkId = Number(path.split('/')[3])
  const isFavourite = method === 'PUT'
  const known = favourites.get(parkId) ?? favouriteOf(parkId, { is_favourite: false, version: 0 })
  if (known.is_favourite === isFavourite) return data(known)
  favourites.set(parkId, { ...known, is_favourite: isFavourite, version: known.version + 1 })
  effects.push(`${isFavourite ? 'keep' : 'let go'} ${String(parkId)}`)
  return data(favourites.get(parkId))
}

function write(provider: SmallProvider, method: string, writing: Writing): Response {
  if (writing.path.startsWith('/user/favourites/')) return writeFavourite(provider, method, writing)
  if (writing.path.startsWith('/parks/')) return writeProblem(provider, writing)
  return writing.path.startsWith('/bookings')
    ? writeBooking(provider, writing)
    : writeVehicle(provider, method, writing)
}

export function createSmallProvider(): SmallProvider {
  const answers: Keys = new Map()
  const provider: SmallProvider = {
    bookings: new Map([[BOOKING_ID, bookingOf(BOOKING_ID)]]),
    vehicles: new Map([[VEHICLE_ID, vehicleOf(VEHICLE_ID, { is_default: true })]]),
    favourites: new Map(),
    effects: [],
    withdrawn: new Set(),
    knowsKeys: true,
    async fetch(request) {
      const { method } = request
      const url = new URL(request.url)
      const path = url.pathname.replace('/api/v1', '')
      if (path.startsWith('/requests/')) return answerFate(provider, answers, { method, path })
      if (method === 'GET') return read(provider, path)
      const text = await request.text()
      const writing = { path, url, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      const key = provider.knowsKeys ? request.headers.get('idempotency-key') : null
      if (key === null) return write(provider, method, writing)
      if (provider.withdrawn.has(key)) return problemOf(409, 'request_withdrawn')
      const answer = answers.get(key) ?? (await keep(write(provider, method, writing)))
      // A refusal has no effect, so nothing is stored.
      if (answer.status < 300) answers.set(key, answer)
      const headers = { 'content-type': answer.type, 'idempotency-key': key }
      return new Response(answer.text, { status: answer.status, headers })
    },
  }
  return provider
}
