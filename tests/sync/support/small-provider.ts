import type { Booking } from '../../../src/contract/bookings.ts'
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

export const problemOf = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: 'about:blank', title: code, status, code, detail: `Refused: ${code}` },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

/** As much of a provider as the outbox needs: rows with versions, and answers kept by key. Each effect is counted. */
export interface SmallProvider {
  readonly bookings: Map<string, Booking>
  readonly vehicles: Map<string, Vehicle>
  /** Writes that had an effect, in order. */
  readonly effects: string[]
  /** False: keys are neither kept nor echoed. */
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
    const isFirst = vehicles.size === 0
    const added = {
      ...vehicleOf(newId),
      ...fields,
      plate_normalised: normalisePlate(fields.plate),
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

function writeBooking(provider: SmallProvider, { path, url, body }: Writing): Response {
  const { bookings, effects } = provider
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
  if (path !== '/bookings/list') return problemOf(404, 'not_found')
  const items = [...provider.bookings.values()]
  return Response.json({ items, total: items.length, page: 1, size: 100, pages: 1 })
}

export function createSmallProvider(): SmallProvider {
  const answers = new Map<string, { readonly status: number; readonly text: string; readonly type: string }>()
  const provider: SmallProvider = {
    bookings: new Map([[BOOKING_ID, bookingOf(BOOKING_ID)]]),
    vehicles: new Map([[VEHICLE_ID, vehicleOf(VEHICLE_ID, { is_default: true })]]),
    effects: [],
    knowsKeys: true,
    async fetch(request) {
      const url = new URL(request.url)
      const path = url.pathname.replace('/api/v1', '')
      if (request.method === 'GET') return read(provider, path)
      const text = await request.text()
      const writing = { path, url, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      const key = provider.knowsKeys ? request.headers.get('idempotency-key') : null
      const known = key === null ? undefined : answers.get(key)
      const fresh =
        known === undefined
          ? path.startsWith('/bookings')
            ? writeBooking(provider, writing)
            : writeVehicle(provider, request.method, writing)
          : undefined
      const answer = known ?? {
        status: fresh?.status ?? 200,
        text: (await fresh?.text()) ?? '',
        type: fresh?.headers.get('content-type') ?? '',
      }
      if (key !== null) answers.set(key, answer)
      const echo = key === null ? {} : { 'idempotency-key': key }
      return new Response(answer.text, { status: answer.status, headers: { 'content-type': answer.type, ...echo } })
    },
  }
  return provider
}
