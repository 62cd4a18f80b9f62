import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Park } from '../../src/contract/parks.ts'
import type { QuoteWire } from '../../src/contract/tariff.ts'
import { CONTACT_FORM_MIN_MS } from '../../src/domain/contact.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { runRequests } from '../../provider/cli/requests.ts'
import { runOperators } from '../../provider/cli/operators.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { sendRequestMails } from '../../provider/services/space-requests.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  await provider.deps.db.query('delete from attempts')
  await provider.deps.db.query('delete from space_requests')
})

const OFFER = {
  ...{ country_code: 'CA', address: '12 Front Street', city: 'Toronto', lat: 43.6452, lng: -79.3806 },
  ...{ spaces: 2, hourly: 350 },
  charger: { connector: 'type1', power_kw: 7.4, count: 1, price: 30, per: 'kwh' },
}
const BODY = {
  ...{ topic: 'charger', name: 'Awa Ndiaye', email: 'awa@parc.example', text: 'Behind the house.' },
  offer: OFFER,
}

const ask = async (driver: TestDriver, body: unknown, key = newKey()): Promise<Response> =>
  provider.request('POST', '/api/v1/contact', { token: await driver.token(), key, body })

async function asked(body: unknown = BODY): Promise<string> {
  const answer = await ask(await createDriver(provider), body)
  expect(answer.status).toBe(201)
  return (await readJson<{ data: { message_id: string } }>(answer)).data.message_id
}

async function operatorKey(...more: string[]): Promise<string> {
  const { lines } = await runOperators(provider.deps.db, ['add', 'Office', '--scope', 'requests', ...more])
  return lines[0]?.replace('Operator key: ', '') ?? ''
}
const run = (...words: string[]) => runRequests(provider.deps.db, words)

async function sentTo(address: string) {
  // Commands use the machine's clock.
  provider.clock.set(Math.max(TEST_NOW, Date.now() + 1_000))
  const seen = provider.mails.length
  await sendRequestMails(provider.deps)
  return provider.mails.slice(seen).filter(({ to }) => to === address)
}

describe('a space that somebody offers', () => {
  it('is a car park with its charger once approved, and whoever asked gets an email', async () => {
    const id = await asked()
    expect((await run('list')).lines.join('\n')).toContain(id)
    const { lines, exitCode } = await run('approve', id)
    expect([exitCode, lines[0]]).toEqual([0, expect.stringContaining('Approved: car park CA')])
    const code = /car park (\w+)/.exec(lines[0] ?? '')?.[1] ?? ''

    const answer = await provider.request('GET', `/api/v1/front/parks/${code}`, {})
    const { data: park } = await readJson<{ data: Record<string, unknown> }>(answer)
    expect(park).toMatchObject({ name: '12 Front Street', capacity: 2, available: 2, ev_chargers: 1, demo: false })
    expect(park['chargers']).toEqual([{ ...OFFER.charger, free: null, free_at: null }])
    expect(park['hourly_from']).toBe(350)
    const near = await provider.request('GET', '/api/v1/parks/front/parks/?lat=43.6452&lng=-79.3806&ev=1&size=1', {})
    expect(await readJson(near)).toMatchObject({ items: [{ code }] })

    const [mail, ...others] = await sentTo('awa@parc.example')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your space is on Baywise: 12 Front Street' })
    expect(mail?.text).toContain(`/park/`)
    expect(await sentTo('awa@parc.example')).toEqual([])
  })

  it.each([
    ['a space', { ...BODY, topic: 'space', offer: { ...OFFER, charger: null, lat: 43.71, lng: -79.21 } }, ''],
    ['a charger', { ...BODY, offer: { ...OFFER, lat: 43.72, lng: -79.22 } }, '&ev=1'],
  ])(
    '%s is found and booked by drivers at the price of the request, as often as it has spaces',
    async (_what, body, filter) => {
      const id = await asked(body)
      const { lat, lng } = body.offer
      const find = async (): Promise<{ readonly items: ReadonlyArray<Pick<Park, 'id' | 'code' | 'distance_m'>> }> => {
        const near = `lat=${String(lat)}&lng=${String(lng)}${filter}&size=1`
        return readJson(await provider.request('GET', `/api/v1/parks/front/parks/?${near}`, {}))
      }
      const before = (await find()).items[0]
      const { lines } = await run('approve', id)
      const code = /car park (\w+)/.exec(lines[0] ?? '')?.[1] ?? ''
      const park = (await find()).items[0]
      expect([before?.code === code, park?.code]).toEqual([false, code])

      const after = (hours: number) => new Date(provider.clock.now() + hours * HOUR_MS).toISOString()
      const stay = { start_time: after(1), end_time: after(3) }
      const query = new URLSearchParams({ vehicle_type_id: '1', ...stay }).toString()
      const { data: quote } = await readJson<{ data: QuoteWire }>(
        await provider.request('GET', `/api/v1/front/parks/${code}/quote?${query}`, {}),
      )
      expect(quote).toMatchObject({ available: 2, currency: 'CAD' })
      expect(quote.total).toBeGreaterThanOrEqual(2 * OFFER.hourly)
      const book = async (plate: string): Promise<Response> =>
        provider.request('POST', '/api/v1/bookings', {
          ...{ token: await (await createDriver(provider)).token(), key: newKey() },
          body: {
            ...{ park_id: park?.id, plate, vehicle_type_id: 1, ...stay },
            ...{ payment_method: 'wallet', quoted_total: quote.total, tariff_version: quote.tariff_version },
          },
        })
      const answers = [await book('RENT1'), await book('RENT2')]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      await expectRefusal(await book('RENT3'), 409, 'park_full')
      const [ledger] = await provider.deps.db.query<{ owner: number; paid: number }>(
        `select sum(amount_minor) filter (where account = $1)::int as owner, -sum(amount_minor) filter (where account = 'wallet')::int as paid
         from entries join postings using (posting_id) join bookings using (booking_id) where park_id = $2`,
        [`park:${String(park?.id)}`, park?.id ?? null],
      )
      expect(ledger).toEqual({ owner: 2 * 2 * OFFER.hourly, paid: 2 * quote.total })
    },
  )

  it('is refused with a reason that the requester reads in their language', async () => {
    const driver = await createDriver(provider)
    const answer = await provider.request('POST', '/api/v1/contact', {
      ...{ token: await driver.token(), key: newKey(), body: BODY, headers: { 'accept-language': 'fr' } },
    })
    const { data } = await readJson<{ data: { message_id: string } }>(answer)
    expect((await run('refuse', data.message_id, 'La', 'rue', 'est', 'fermée.')).exitCode).toBe(0)
    const [mail] = await sentTo('awa@parc.example')
    expect(mail?.subject).toBe('Votre demande n’a pas été acceptée\u00a0: 12 Front Street')
    expect(mail?.text).toContain('La rue est fermée.')
  })

  it('is decided once: the same again changes nothing, the opposite is refused', async () => {
    const id = await asked()
    await run('approve', id)
    expect(await run('approve', id)).toEqual({ lines: ['It was approved already.'], exitCode: 0 })
    expect((await run('refuse', id, 'No')).exitCode).toBe(1)
    const [row] = await provider.deps.db.query<{ n: number }>(
      `select count(*)::int as n from parks where source = 'owner' and source_id = $1`,
      [id],
    )
    expect(row?.n).toBe(1)
  })

  it('without a position needs one from the operator', async () => {
    const id = await asked({ ...BODY, offer: { ...OFFER, lat: null, lng: null } })
    expect(await run('approve', id)).toMatchObject({ exitCode: 1 })
    expect(await run('approve', id, '--at', '43.6,not')).toMatchObject({ exitCode: 2 })
    expect(await run('approve', id, '--at', '43.61,-79.4')).toMatchObject({ exitCode: 0 })
  })

  it('of a visitor is sent once for a form, and is not another with other facts', async () => {
    const form = await provider.request('GET', '/api/v1/contact/form', {})
    const token = (await readJson<{ data: { form_token: string } }>(form)).data.form_token
    provider.clock.advance(CONTACT_FORM_MIN_MS)
    const send = (offer: unknown) =>
      provider.request('POST', '/api/v1/contact/visitor', { body: { ...BODY, offer, form_token: token } })
    expect((await send(OFFER)).status).toBe(201)
    expect((await send(OFFER)).status).toBe(201)
    await expectRefusal(await send({ ...OFFER, spaces: 9 }), 422, 'idempotency_key_reused')
    expect((await run('list')).lines).toHaveLength(1)
  })

  it.each([
    ['a charger without its facts', { ...BODY, offer: { ...OFFER, charger: null } }],
    ['a space with a charger', { ...BODY, topic: 'space' }],
    ['no offer', { ...BODY, offer: undefined }],
    ['an offer with a message', { ...BODY, topic: 'contact' }],
    ['no spaces', { ...BODY, offer: { ...OFFER, spaces: 0 } }],
    ['half a position', { ...BODY, offer: { ...OFFER, lng: null } }],
    [
      'a connector that there is not',
      { ...BODY, offer: { ...OFFER, charger: { ...OFFER.charger, connector: 'usb' } } },
    ],
    ['a price without its unit', { ...BODY, offer: { ...OFFER, charger: { ...OFFER.charger, per: null } } }],
    ['two lines as an address', { ...BODY, offer: { ...OFFER, address: 'a\nBcc: b@c.example' } }],
    ['a fraction of a cent', { ...BODY, offer: { ...OFFER, hourly: 1.5 } }],
  ])('is refused with %s', async (_, body) => {
    await expectRefusal(await ask(await createDriver(provider), body), 422, 'validation_failed')
  })

  it('is erased with the account, and is part of its export before', async () => {
    const driver = await createDriver(provider)
    await ask(driver, BODY)
    await provider.deps.db.transaction((tx) => eraseUser(tx, driver.userId, TEST_NOW))
    expect((await run('list')).lines).toEqual(['There are no such requests.'])
  })
})

describe('an operator’s system', () => {
  const decide = (token: string, id: string, { key = newKey(), ...body }: { key?: string; [name: string]: unknown }) =>
    provider.request('PUT', `/api/v1/operator/requests/${id}/status`, { token, key, body })

  it('lists, approves once under a key, and is noted', async () => {
    const id = await asked()
    const key = await operatorKey()
    const list = await provider.request('GET', '/api/v1/operator/requests', { token: key })
    expect(await readJson(list)).toMatchObject({ total: 1, items: [{ request_id: id, status: 'open' }] })
    const again = newKey()
    const first = await readJson<{ data: { park_code: string } }>(
      await decide(key, id, { status: 'approved', key: again }),
    )
    const second = await readJson(await decide(key, id, { status: 'approved', key: again }))
    expect(second).toEqual(first)
    expect((await runOperators(provider.deps.db, ['log'])).lines.join('\n')).toContain(`request.decide  ${id}`)
  })

  it('may not without the scope, nor with a key for some car parks', async () => {
    const { lines } = await runOperators(provider.deps.db, ['add', 'Shop', '--scope', 'shop'])
    const key = lines[0]?.replace('Operator key: ', '') ?? ''
    await expectRefusal(await provider.request('GET', '/api/v1/operator/requests', { token: key }), 403, 'forbidden')
    const [park] = await provider.deps.db.query<{ code: string }>('select code from parks limit 1')
    expect(await operatorKey('--park', park?.code ?? '')).toBe('requests is not limited to car parks.')
  })

  it('is refused what it does not know', async () => {
    const key = await operatorKey()
    const id = await asked()
    await expectRefusal(await decide(key, newKey(), { status: 'approved' }), 404, 'not_found')
    await expectRefusal(await decide(key, id, { status: 'refused' }), 422, 'validation_failed')
    await expectRefusal(await decide(key, id, { status: 'approved', price: 3 }), 422, 'validation_failed')
    await decide(key, id, { status: 'refused', reason: 'Too far' })
    await expectRefusal(await decide(key, id, { status: 'approved' }), 409, 'version_conflict')
  })
})
