import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJson } from './support/accounts.ts'
import { bookingBody, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let booking: Record<string, unknown>

beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  const park = await insertTestPark(provider.deps.db, { capacity: 20 })
  booking = bookingBody(provider, { parkId: park.id })
})
afterAll(() => provider.close())

const TEN_KB = 'x'.repeat(10_240)
const CONTROLS = 'A\u0000\u0007\u001b'
const TURNED = '\u202eمحمد علي\u202c'
const EMOJI = '🚗🅿️👩‍👩‍👧'

type Kind = 'empty' | 'spaces' | 'wrong' | 'emoji' | 'right to left' | '10 kB' | 'controls' | 'a number' | 'a list'
const KINDS: Readonly<Record<Kind, unknown>> = {
  empty: '',
  spaces: '   ',
  wrong: '?!',
  emoji: EMOJI,
  'right to left': TURNED,
  '10 kB': TEN_KB,
  controls: CONTROLS,
  'a number': 42,
  'a list': ['A'],
}
const ALL = Object.keys(KINDS) as Kind[]
const NO_TEXT: readonly Kind[] = ['10 kB', 'a number', 'a list']

interface Row {
  readonly call: string
  readonly field: string
  /** Returns a body that is valid except for the field. */
  readonly body: () => Record<string, unknown>
  readonly refuses: readonly Kind[]
}

const vehicle = () => ({ plate: 'CKTB482', country_code: 'CA', vehicle_type_id: 1 })
const rule = () => ({ enabled: true, currency: 'CAD', threshold: 500, amount: 2_000, monthly_cap: 10_000 })

const ROWS: readonly Row[] = [
  { call: 'PATCH /users/profile', field: 'first_name', body: () => ({}), refuses: ['empty', 'spaces', ...NO_TEXT] },
  { call: 'PATCH /users/profile', field: 'last_name', body: () => ({}), refuses: ['empty', 'spaces', ...NO_TEXT] },
  { call: 'PATCH /users/profile', field: 'phone', body: () => ({}), refuses: ALL.slice(2) },
  { call: 'POST /users/email-change', field: 'email', body: () => ({ password: 'none' }), refuses: ALL },
  { call: 'POST /users/email-change/confirm', field: 'code', body: () => ({}), refuses: ALL },
  { call: 'DELETE /users/me', field: 'password', body: () => ({}), refuses: ['empty', ...NO_TEXT] },
  { call: 'POST /user/vehicles/', field: 'plate', body: vehicle, refuses: ALL.filter((kind) => kind !== 'controls') },
  { call: 'POST /user/vehicles/', field: 'label', body: vehicle, refuses: NO_TEXT },
  { call: 'POST /bookings', field: 'plate', body: () => booking, refuses: ALL.filter((kind) => kind !== 'controls') },
  { call: 'POST /wallet/add-funds', field: 'amount', body: () => ({ currency: 'CAD' }), refuses: ALL },
  { call: 'POST /wallet/withdrawals', field: 'amount', body: () => ({ currency: 'CAD' }), refuses: ALL },
  { call: 'PUT /wallet/auto-top-up', field: 'threshold', body: rule, refuses: ALL },
  { call: 'PUT /wallet/auto-top-up', field: 'monthly_cap', body: rule, refuses: ALL },
  { call: 'POST /attendant/pair', field: 'code', body: () => ({}), refuses: ALL },
]

describe('what a signed-in driver or an attendant may send', () => {
  it.each(ROWS)(
    '$call takes its $field in a sound form, or refuses it in words',
    async ({ call, field, body, refuses }) => {
      const [method = '', path = ''] = call.split(' ')
      for (const kind of ALL) {
        const options = { token: await driver.token(), key: newKey(), body: { ...body(), [field]: KINDS[kind] } }
        const answer = await provider.request(method, `/api/v1${path}`, options)
        const text = await answer.text()
        const isRefused = refuses.includes(kind)
        expect([kind, answer.status >= 400], text).toEqual([kind, isRefused || answer.status >= 400])
        expect(answer.status, `${kind}: ${text}`).toBeLessThan(500)
        if (!isRefused) continue
        expect(answer.headers.get('content-type'), kind).toContain('application/problem+json')
        expect((JSON.parse(text) as { detail: string }).detail.length, kind).toBeGreaterThan(10)
        expect(text.length, `${kind}: nothing repeated`).toBeLessThan(1_000)
      }
    },
  )

  it('keeps words composed, in one line, and without what turns it round', async () => {
    const body = { ...vehicle(), plate: '\u202eckt-b\u200b 99', label: ` ${TURNED}\n ${EMOJI} ` }
    const answer = await provider.request('POST', '/api/v1/user/vehicles/', {
      token: await driver.token(),
      key: newKey(),
      body,
    })
    expect(await readJson(answer)).toMatchObject({
      data: { plate: 'ckt-b 99', plate_normalised: 'CKTB99', label: `محمد علي ${EMOJI}` },
    })
  })

  it.each([TEN_KB, EMOJI, TURNED, CONTROLS, "' or 1=1; --", '%'])(
    'searches for %.10j without failing',
    async (search) => {
      const answer = await provider.request('GET', `/api/v1/parks/front/parks/?search=${encodeURIComponent(search)}`)
      expect(answer.status).toBe(search === TEN_KB ? 422 : 200)
    },
  )
})
