import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServer, listen } from '../../provider/http/listen.ts'
import { createRandom } from '../simulation/world/random.ts'
import { BadRequests, type BadRequest, type Description, type Known } from './support/bad-requests.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { mustPlan, planOf } from './support/test-events.ts'
import { mustOrderCart, sell, TOTAL } from './support/test-marketplace.ts'
import { makeTestKey } from './support/test-operators.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** `npm run fuzz` sends 50,000; BAYWISE_SEED repeats a run. */
const COUNT = Number(process.env['BAYWISE_FUZZ'] ?? 1_500)
const SEED = Number(process.env['BAYWISE_SEED'] ?? 20_261_122)
const AT_ONCE = 8
/** Requests per set of drivers; the drivers are then replaced, as one may have deleted the account. */
const ROUND = 250

let provider: TestProvider
let server: Server
let origin: string
beforeAll(async () => {
  provider = await startTestProvider()
  server = await listen({ fetch: provider.app.fetch, port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(async () => {
  await closeServer(server, 1_000)
  await provider.close()
})

interface Cast {
  readonly known: Known
  /** Signed out, signed in, another driver, operators, and tokens that belong to no account. */
  readonly tokens: ReadonlyArray<string | undefined>
}

async function newCast(parkId: number): Promise<Cast> {
  const [driver, stranger] = [await createDriver(provider), await createDriver(provider)]
  const { booking_id, booking_code } = await mustBook(provider, driver, { parkId })
  const [token, strangers] = [await driver.token(), await stranger.token()]
  const vehicle = await provider.request('POST', '/api/v1/user/vehicles', {
    ...{ token, key: booking_id, body: { plate: `F${booking_id.slice(-5)}`, vehicle_type_id: 1 } },
  })
  const id = ((await vehicle.json()) as { data?: { id?: string } }).data?.id ?? 'no-vehicle'
  const [park] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [parkId])
  const code = park?.code ?? ''
  const operators = [await makeTestKey(provider), await makeTestKey(provider, { parkCodes: [code] })]
  const product = await sell(provider, { park_id: parkId })
  const lines = [{ product_id: product, quantity: 1 }]
  const ordered = await mustOrderCart(provider, driver, { lines, total: TOTAL })
  const planned = await mustPlan(provider, planOf(provider, parkId))
  const ofOperators = [code, planned, ordered.order_code, String(product), 'CA']
  const known = [
    ...ofOperators,
    booking_id,
    booking_code,
    id,
    String(parkId),
    driver.userId,
    'ZZ00000',
    'stripe',
    'sandbox',
  ]
  const keys = operators.map(({ key }) => key)
  return { known, tokens: [undefined, token, token, token, strangers, strangers, ...keys, 'nobody', `${token}x`] }
}

/** Returns what is wrong with the answer; undefined for a success or a problem document that is no failure of ours. */
async function findFault({ method, path, headers, body }: BadRequest): Promise<string | undefined> {
  const at = `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)} ${String(body).slice(0, 600)}`
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    if (answer.status < 400) return undefined
    const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') === true
    // Social sign-in is not configured here, and the answer says so.
    const isUnset = answer.status === 503 && text.includes('social_unavailable')
    return isProblem && (answer.status < 500 || isUnset)
      ? undefined
      : `${String(answer.status)} ${text.slice(0, 200)}: ${at}`
  } catch (error) {
    return `${error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error)}: ${at}`
  }
}

it(
  `${String(COUNT)} bad requests of the description, signed in, out and as another driver, are refused in words, without a failure of ours`,
  { timeout: 60_000 + COUNT * 60 },
  async () => {
    const description = (await (await provider.request('GET', '/api/v1/openapi.json')).json()) as Description
    const random = createRandom(SEED)
    const requests = new BadRequests(description, () => random.next())
    const faults: string[] = []
    for (let sent = 0; sent < COUNT; sent += ROUND) {
      const park = await insertTestPark(provider.deps.db, { capacity: 50 })
      const { known, tokens } = await newCast(park.id)
      const round = Array.from({ length: Math.min(ROUND, COUNT - sent) }, () =>
        requests.next(known, tokens[random.int(tokens.length)]),
      )
      for (let first = 0; first < round.length; first += AT_ONCE) {
        const found = await Promise.all(round.slice(first, first + AT_ONCE).map(findFault))
        faults.push(...found.filter((fault) => fault !== undefined))
      }
    }
    expect(faults).toEqual([])
  },
)
