import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { ParkTariffWire, PlannedTariff, TariffRules } from '../../src/contract/operator-tariffs.ts'
import type { Park } from '../../src/contract/parks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { publishDueTariffs } from '../../provider/services/planned-tariffs.ts'
import { createRandom } from '../simulation/world/random.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { checkoutSteps } from './support/test-checkout.ts'
import { closureSteps } from './support/test-closures.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { createDriver, newKey, postBooking, type TestDriver, testPrice } from './support/test-driver.ts'
import { EVENT_MINOR, mustPlan, planOf } from './support/test-events.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { importLines, line } from './support/test-packs.ts'
import { payInSilence, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let key: TestKey
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['tariffs', 'closures'] })
  driver = await createDriver(provider)
})

const ALWAYS = { days: [0, 1, 2, 3, 4, 5, 6] as (0 | 1 | 2 | 3 | 4 | 5 | 6)[], from_minute: 0, to_minute: 1440 }
/** Charges this price per started half hour; the service fee stays. */
const rulesOf = (unit_price: number, changes: Partial<TariffRules> = {}): TariffRules => ({
  unit_minutes: 30,
  windows: [{ ...ALWAYS, price: { kind: 'unit', tiers: [{ from_unit: 1, unit_price }] } }],
  ...{ caps: [], packages: [], free_first_minutes: 0, minimum_stay_minutes: 0, maximum_stay_minutes: null },
  ...{ reentry_minutes: 0, vehicle_percent: {}, ...changes },
})
const after = (hours: number): string => toRfc3339(toInstant(provider.clock.now() + hours * HOUR_MS))
const path = () => `/parks/${park.code}/tariffs`
interface Wanted {
  readonly rules?: unknown
  readonly hours?: number | null
  readonly more?: object
}
const post = ({ rules = rulesOf(300), hours = null, more = {} }: Wanted = {}, who: Pick<TestKey, 'key'> = key) =>
  operate(provider, who, [
    ...(['POST', path()] as const),
    { body: { ...(hours === null ? {} : { starts_at: after(hours) }), currency: 'CAD', rules, ...more } },
  ])
const mustSet = async (wanted: Wanted = {}): Promise<PlannedTariff> => {
  const answer = await post(wanted)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await readJson<{ data: PlannedTariff }>(answer)).data
}
const withdraw = ({ id }: PlannedTariff) => operate(provider, key, ['DELETE', `${path()}/${String(id)}`])
const list = async (): Promise<readonly PlannedTariff[]> =>
  (await mustOperate<{ items: PlannedTariff[] }>(provider, key, ['GET', path()])).items
const states = async () => (await list()).map(({ state }) => state)
const publish = (): Promise<number> => publishDueTariffs(provider.deps)
const readPark = async (id = park.id): Promise<Park> =>
  (await readJson<{ data: Park }>(await provider.request('GET', `/api/v1/front/parks/${String(id)}`))).data
const unitPrice = async (id = park.id): Promise<number | undefined> => {
  const [window] = (await readPark(id)).rate.tariff.windows
  return window?.price.kind === 'unit' ? window.price.tiers[0]?.unit_price : undefined
}

describe('prices from now on', () => {
  test('are what drivers see and pay at once, with the fee and the taxes that there were', async () => {
    const before = await readPark()
    const made = await mustSet()
    expect(made).toMatchObject({ state: 'in_force', park: { code: park.code }, withdrawn_at: null })
    expect(made.published_at).toBe(made.starts_at)
    const now = await readPark()
    expect(await unitPrice()).toBe(300)
    expect(now.rate.tariff).toMatchObject({ fees: before.rate.tariff.fees, demo: false })
    expect(now.rate.taxes).toEqual(before.rate.taxes)
    expect(now.version).toBeGreaterThan(before.version)
    expect(now.demo_fields).not.toContain('tariff')
    expect(now.hourly_from).toBe(600)
    const booked = await postBooking(provider, driver, {
      parkId: park.id,
      changes: { tariff_version: now.rate.tariff_version, quoted_total: 650 },
    })
    expect(booked.status, await booked.clone().text()).toBe(201)
    const read = await mustOperate<{ data: ParkTariffWire }>(provider, key, ['GET', `/parks/${park.code}/tariff`])
    expect(read.data).toMatchObject({ currency: 'CAD', tariff: now.rate.tariff, taxes: now.rate.taxes })
  })

  test('a driver who is paying pays what was shown: the quote holds as long as it says, and no longer', async () => {
    const { mustCheckout } = checkoutSteps(() => ({ provider, driver, park: { ...park, capacity: 10, name: '' } }))
    const { rate } = await readPark()
    const { reference, booking } = await mustCheckout()
    await mustSet()
    await payInSilence(provider, reference)
    await verify(provider, driver, reference)
    const paid = await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, {
      token: await driver.token(),
    })
    expect((await readJson<{ data: Booking }>(paid)).data).toMatchObject({
      ...{ status: 'active', total: testPrice(60), tariff_version: rate.tariff_version },
    })
    const bookOld = (plate: string) =>
      postBooking(provider, driver, {
        ...{ parkId: park.id, minutes: 90, changes: { plate, tariff_version: rate.tariff_version } },
      })
    provider.clock.set(Date.parse(rate.valid_until) - MINUTE_MS)
    goToWholeMinute(provider.clock)
    expect((await bookOld('HELD1')).status).toBe(201)
    provider.clock.advance(2 * HOUR_MS)
    const refused = await bookOld('LATE1')
    expect(await refused.json()).toMatchObject({ code: 'price_changed', total: 950 })
  })

  test('an event and a closure outlive them', async () => {
    await mustPlan(provider, planOf(provider, park.id))
    await closureSteps(() => ({ provider, key, park })).mustClose({ from: 60, until: 70 })
    const { rate } = await readPark()
    await mustSet()
    const { events, closures } = (await readPark()).rate.tariff
    expect(events).toMatchObject([{ amount: EVENT_MINOR }])
    expect({ events, closures }).toEqual({ events: rate.tariff.events, closures: rate.tariff.closures })
  })

  test('the same prices again are the version that they were', async () => {
    await mustSet()
    const first = (await readPark()).rate.tariff_version
    await mustSet({ rules: rulesOf(400) })
    await mustSet()
    expect((await readPark()).rate.tariff_version).toBe(first)
    expect(await states()).toEqual(['in_force', 'replaced', 'replaced'])
  })

  test('a source that is imported again changes neither them nor that they are known', async () => {
    const made = `own-${park.code}`
    await importLines(provider, [line(made, { hourly_rate: null })])
    const [row] = await provider.deps.db.query<{ id: number; code: string }>(
      'select id, code from parks where source_id = $1',
      [made],
    )
    const [id, code] = [row?.id ?? 0, row?.code ?? '']
    const all = await makeTestKey(provider)
    const body = { currency: 'XOF', rules: rulesOf(250) }
    const answer = await operate(provider, all, ['POST', `/parks/${code}/tariffs`, { body }])
    expect(answer.status, await answer.clone().text()).toBe(201)
    const { rate } = await readPark(id)
    const report = await importLines(provider, [line(made, { hourly_rate: 900, capacity: 33 })])
    expect(report).toMatchObject({ updated: 1 })
    const again = await readPark(id)
    expect(again).toMatchObject({ capacity: 33, hourly_from: 500, rate: { tariff_version: rate.tariff_version } })
    expect(again.demo_fields).not.toContain('tariff')
    expect(again.rate.taxes).toMatchObject([{ code: 'tva' }])
  })
})

describe('prices from a time on', () => {
  test('are published at their time, once, however many processes try; and not before', async () => {
    const made = await mustSet({ hours: 24 })
    expect(made).toMatchObject({ state: 'planned', published_at: null })
    expect(await publish()).toBe(0)
    provider.clock.advance(DAY_MS - MINUTE_MS)
    expect(await publish()).toBe(0)
    expect(await unitPrice()).toBe(200)
    provider.clock.advance(MINUTE_MS)
    const { version } = await readPark()
    const counts = await Promise.all([publish(), publish(), publish(), publish()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await unitPrice()).toBe(300)
    expect((await readPark()).version).toBe(version + 1)
    expect(await publish()).toBe(0)
  })

  test('several that came due while nobody was at work end with the last of them', async () => {
    await mustSet({ hours: 3, rules: rulesOf(700) })
    await mustSet({ hours: 1, rules: rulesOf(500) })
    await mustSet({ hours: 2, rules: rulesOf(600) })
    provider.clock.advance(4 * HOUR_MS)
    expect(await publish()).toBe(3)
    expect(await unitPrice()).toBe(700)
    expect(await states()).toEqual(['in_force', 'replaced', 'replaced'])
  })

  test('withdrawn ones are never published; what has begun cannot be withdrawn; nothing is noted twice', async () => {
    const [gone, kept] = [await mustSet({ hours: 1 }), await mustSet({ hours: 2, rules: rulesOf(500) })]
    expect(await (await withdraw(gone)).json()).toMatchObject({ data: { state: 'withdrawn' } })
    expect((await withdraw(gone)).status).toBe(200)
    provider.clock.advance(3 * HOUR_MS)
    expect(await publish()).toBe(1)
    expect(await (await withdraw(kept)).json()).toMatchObject({ data: { state: 'in_force', withdrawn_at: null } })
    expect(await unitPrice()).toBe(500)
    const [first, second] = [`${park.code} ${String(gone.id)}`, `${park.code} ${String(kept.id)}`]
    expect(await listNoted(provider, key)).toEqual([
      `tariff.withdraw ${first}`,
      `tariff.plan ${second}`,
      `tariff.plan ${first}`,
    ])
  })

  test('whoever comes first, publication or withdrawal, the other finds it done', async () => {
    for (let round = 0; round < 8; round += 1) {
      const made = await mustSet({ hours: 1, rules: rulesOf(300 + round) })
      const before = await unitPrice()
      provider.clock.advance(HOUR_MS)
      const [answer, count] = await Promise.all([withdraw(made), publish()])
      const { data } = await readJson<{ data: PlannedTariff }>(answer)
      expect([data.state, count, await unitPrice()]).toEqual(
        count === 1 ? ['in_force', 1, 300 + round] : ['withdrawn', 0, before],
      )
    }
  })

  test('in any order of planning, withdrawing, waiting and publishing, the price is that of the last that began', async () => {
    const random = createRandom(28)
    const waiting: { readonly made: PlannedTariff; readonly price: number }[] = []
    let expected = 200
    for (let step = 0; step < 60; step += 1) {
      const move = random.int(4)
      const price = 201 + step
      if (move === 0)
        waiting.push({ price, made: await mustSet({ hours: 1 + step / 60 + random.int(5), rules: rulesOf(price) }) })
      if (move === 1 && waiting.length > 0) {
        const [gone] = waiting.splice(random.int(waiting.length), 1)
        if (gone !== undefined) expect((await withdraw(gone.made)).status).toBe(200)
      }
      if (move === 2 && random.chance(0.3)) {
        await mustSet({ rules: rulesOf(price) })
        expected = price
      }
      provider.clock.advance(random.int(90) * MINUTE_MS)
      const due = waiting
        .filter(({ made }) => Date.parse(made.starts_at) <= provider.clock.now())
        .toSorted((a, b) => Date.parse(a.made.starts_at) - Date.parse(b.made.starts_at))
      expect(await publish()).toBe(due.length)
      for (const one of due) waiting.splice(waiting.indexOf(one), 1)
      expected = due.at(-1)?.price ?? expected
      expect(await unitPrice()).toBe(expected)
    }
  })
})

describe('what is refused', () => {
  const problemsOf = async (answer: Response) => {
    expect(answer.status).toBe(422)
    return (await readJson<{ code: string; problems: Record<string, unknown>[] }>(answer)).problems
  }

  test('a hole is answered with the stay that nobody could book, beside what it costs now', async () => {
    const rules = rulesOf(300)
    const [window] = rules.windows
    const answer = await post({ rules: { ...rules, windows: [{ ...window, from_minute: 360 }] } })
    const [problem, ...others] = await problemsOf(answer)
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      fault: 'hole',
      field: 'rules',
      stay: { price: null, price_before: 450 },
      other: null,
    })
    expect(await unitPrice()).toBe(200)
    expect([await list(), await listNoted(provider, key)]).toEqual([[], []])
  })

  test('opening hours say which time needs no price', async () => {
    await provider.deps.db.query(`update parks set opening_hours = 'Mo-Su 06:00-24:00' where id = $1`, [park.id])
    const rules = rulesOf(300)
    await mustSet({ rules: { ...rules, windows: rules.windows.map((window) => ({ ...window, from_minute: 360 })) } })
  })

  test('a negative step is answered with the stay that reaches it and the shorter one that costs more', async () => {
    const tiers = [
      { from_unit: 1, unit_price: 500 },
      { from_unit: 3, unit_price: -200 },
    ]
    const answer = await post({ rules: rulesOf(300, { windows: [{ ...ALWAYS, price: { kind: 'unit', tiers } }] }) })
    expect(await problemsOf(answer)).toMatchObject([
      { fault: 'negative', field: 'rules.windows.0', stay: { price: 850 }, other: { price: 1_050 } },
    ])
  })

  test('times that are past or taken, another currency, what no tariff has', async () => {
    await expectRefusal(await post({ hours: -1 }), 422, 'validation_failed')
    await expectRefusal(await post({ more: { currency: 'USD' } }), 422, 'validation_failed')
    await expectRefusal(await post({ rules: { ...rulesOf(300), fees: [] } }), 422, 'validation_failed')
    await expectRefusal(await post({ rules: rulesOf(1.5) }), 422, 'validation_failed')
    await expectRefusal(await post({ rules: rulesOf(2_000_000_000) }), 422, 'validation_failed')
    await mustSet({ hours: 5 })
    await expectRefusal(await post({ hours: 5 }), 422, 'validation_failed')
    expect(await states()).toEqual(['planned'])
  })

  test('no car park has more than twenty ahead', async () => {
    for (let hours = 1; hours <= 20; hours += 1) await mustSet({ hours })
    await expectRefusal(await post({ hours: 21 }), 422, 'validation_failed')
    await mustSet()
  })

  test('the manager of one car park finds at another what is where there is none; staff find nothing anywhere', async () => {
    const other = await insertCodedPark(provider)
    const company = await makeOrganisation(provider, [park.id, other.id])
    const name = park.code.toLowerCase()
    const manager = await makeMember(provider, company, {
      ...{ email: `manager-${name}@example.test`, role: 'manager', parks: [other.code] },
    })
    const staff = await makeMember(provider, company, { email: `staff-${name}@example.test`, role: 'staff' })
    const body = { currency: 'CAD', rules: rulesOf(300) }
    const ask = async (who: Pick<TestKey, 'key'>, code: string) => {
      const answers = await Promise.all([
        operate(provider, who, ['GET', `/parks/${code}/tariff`]),
        operate(provider, who, ['GET', `/parks/${code}/tariffs`]),
        operate(provider, who, ['POST', `/parks/${code}/tariffs`, { body, key: newKey() }]),
        operate(provider, who, ['DELETE', `/parks/${code}/tariffs/1`, { key: newKey() }]),
      ])
      return Promise.all(
        answers.map(async (answer) => [answer.status, (await readJson<{ code?: string }>(answer)).code]),
      )
    }
    const missing = [...Array(4)].map(() => [404, 'park_not_found'])
    expect(await ask(manager, park.code)).toEqual(missing)
    expect(await ask(manager, 'CANONE7')).toEqual(missing)
    expect((await ask(manager, other.code)).map(([status]) => status)).toEqual([200, 200, 201, 404])
    expect(await ask(staff, park.code)).toEqual([...Array(4)].map(() => [403, 'forbidden']))
    const elsewhere = await makeTestKey(provider, { scopes: ['closures', 'day'] })
    expect(await ask(elsewhere, park.code)).toEqual([...Array(4)].map(() => [403, 'forbidden']))
    expect(await unitPrice()).toBe(200)
    expect(await unitPrice(other.id)).toBe(300)
  })
})
