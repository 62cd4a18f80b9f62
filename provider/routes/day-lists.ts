import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { dayListQuery, occupancyQuery, occupancySingle, signedDayListSchema } from '../../src/contract/attendant.ts'
import { isSameCode } from '../../src/domain/code.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireDevice } from './guards/require-device.ts'
import { validate } from '../http/validate.ts'
import { countInside, findListedPark, type ListedPark } from '../repositories/day-lists.ts'
import type { AttendantDevice } from '../repositories/pairing.ts'
import { INSIDE_BEHIND_MS, makeDayList } from '../services/day-list.ts'
import { signAnswer } from '../services/signed-answer.ts'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const

/** Finds a park only if the device is paired to it. */
async function findOwnPark(deps: ProviderDeps, device: AttendantDevice, code: string): Promise<ListedPark | undefined> {
  const own = device.parks.find((park) => isSameCode(park.code, code))
  return own === undefined ? undefined : findListedPark(deps.db, own.id)
}

/** What a paired phone downloads before it works offline. */
export function dayListRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const device = requireDevice(deps)
  routes.use('/attendant/day-list', compress())

  routes.get(
    '/attendant/day-list',
    describe(
      {
        tag: 'attendants',
        summary: 'The signed day list of a park: whole, or what changed since a cursor',
        answers: { 200: signedDayListSchema },
        secured: true,
      },
      deps.config,
    ),
    device,
    validate('query', dayListQuery),
    async (c) => {
      const { park: code, cursor } = c.req.valid('query')
      const park = await findOwnPark(deps, c.get('device'), code)
      if (park === undefined) return problem(c, 'park_not_found')
      const list = await makeDayList(deps.db, { park, cursor, nowMs: deps.clock.now() })
      return c.body(await signAnswer(deps.signer, list), 200, JSON_HEADERS)
    },
  )

  routes.get(
    '/attendant/occupancy',
    describe(
      { tag: 'attendants', summary: 'Cars inside a park now', answers: { 200: occupancySingle }, secured: true },
      deps.config,
    ),
    device,
    validate('query', occupancyQuery),
    async (c) => {
      const park = await findOwnPark(deps, c.get('device'), c.req.valid('query').park)
      if (park === undefined) return problem(c, 'park_not_found')
      const nowMs = deps.clock.now()
      const inside = await countInside(deps.db, park.id, nowMs - INSIDE_BEHIND_MS)
      const { code, capacity } = park
      return c.json({ data: { park: code, inside, capacity, at: toRfc3339(toInstant(nowMs)) } }, 200, {
        'cache-control': 'no-store',
      })
    },
  )

  return routes
}
