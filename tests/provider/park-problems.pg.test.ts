import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountExport } from '../../src/contract/account.ts'
import type { ParkProblemWire } from '../../src/contract/park-problems.ts'
import { PROBLEM_TEXT_MAX } from '../../src/domain/park-problem.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { printProblems } from '../../provider/cli/problems.ts'
import { updatePasswordHash } from '../../provider/repositories/users.ts'
import { hashPassword } from '../../provider/rules/passwords.ts'
import { expectRefusal, PASSWORD, readJson } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Dundas Square' })
})
afterAll(() => provider.close())
beforeEach(() => provider.clock.set(TEST_NOW))

async function report(
  driver: TestDriver,
  body: unknown,
  { key = newKey(), of = String(park.id) }: { readonly key?: string; readonly of?: string } = {},
): Promise<Response> {
  return provider.request('POST', `/api/v1/parks/${of}/problems`, { token: await driver.token(), key, body })
}
const codeOf = async (id: number): Promise<string> => {
  const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [id])
  return row?.code ?? ''
}

describe('a problem that a driver reports', () => {
  it('is kept once for one key, and answered the same again', async () => {
    const driver = await createDriver(provider)
    const key = newKey()
    const body = { kind: 'price', text: 'The sign says\n C$9 ' }
    const first = await report(driver, body, { key })
    expect(first.status).toBe(201)
    const { data } = await readJson<{ data: ParkProblemWire }>(first)
    expect(data).toMatchObject({ park_id: park.id, kind: 'price', text: 'The sign says C$9' })
    const again = await report(driver, body, { key })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await readJson<{ data: ParkProblemWire }>(again)).data).toEqual(data)
    await expectRefusal(await report(driver, { kind: 'closed' }, { key }), 422, 'idempotency_key_reused')
    const rows = await provider.deps.db.query('select * from park_problems where user_id = $1', [driver.userId])
    expect(rows).toHaveLength(1)
  })

  it('names the park by id or slug, and needs no words but for something else', async () => {
    const driver = await createDriver(provider)
    for (const of of [String(park.id), `test-park-${String(park.id)}`])
      expect((await report(driver, { kind: 'closed' }, { of })).status).toBe(201)
    for (const text of [undefined, null, '', ' \u202e '])
      await expectRefusal(await report(driver, { kind: 'other', text }), 422, 'validation_failed')
    expect((await report(driver, { kind: 'other', text: 'No light' })).status).toBe(201)
    await expectRefusal(await report(driver, { kind: 'closed' }, { of: '999999' }), 404, 'park_not_found')
  })

  it('is refused when it is of no known kind, too long, or of nobody who is signed in', async () => {
    const driver = await createDriver(provider)
    await expectRefusal(await report(driver, { kind: 'noise' }), 422, 'validation_failed')
    const long = { kind: 'facts', text: 'x'.repeat(PROBLEM_TEXT_MAX + 1) }
    await expectRefusal(await report(driver, long), 422, 'validation_failed')
    const path = `/api/v1/parks/${String(park.id)}/problems`
    const visitor = await provider.request('POST', path, { key: newKey(), body: { kind: 'closed' } })
    await expectRefusal(visitor, 401, 'unauthorized')
  })

  it('waits after ten in an hour; one that was answered is answered still', async () => {
    const driver = await createDriver(provider)
    const key = newKey()
    expect((await report(driver, { kind: 'closed' }, { key })).status).toBe(201)
    for (let count = 1; count < 10; count += 1) expect((await report(driver, { kind: 'price' })).status).toBe(201)
    const over = await report(driver, { kind: 'price' })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await report(driver, { kind: 'closed' }, { key })).status).toBe(201)
    provider.clock.advance(HOUR_MS)
    expect((await report(driver, { kind: 'price' })).status).toBe(201)
  })

  it('is in the account’s data, and goes with the account', async () => {
    const driver = await createDriver(provider)
    await updatePasswordHash(provider.deps.db, driver.userId, { hash: await hashPassword(PASSWORD), nowMs: TEST_NOW })
    await report(driver, { kind: 'entry', text: 'The barrier stays down' })
    const token = await driver.token()
    const answer = await provider.request('GET', '/api/v1/users/me/export', { token })
    const { data } = await readJson<{ data: AccountExport }>(answer)
    expect(data.problem_reports).toMatchObject([
      { park: 'Dundas Square', kind: 'entry', text: 'The barrier stays down' },
    ])
    const erased = await provider.request('DELETE', '/api/v1/users/me', {
      ...{ token, key: newKey() },
      body: { password: PASSWORD, give_up_money: true },
    })
    expect(erased.status, await erased.clone().text()).toBe(204)
    const left = await provider.deps.db.query('select * from park_problems where text = $1', ['The barrier stays down'])
    expect(left).toEqual([])
  })
})

describe('npm run provider -- problems', () => {
  it('prints what was reported, the latest first, of one park or of all, and of nobody', async () => {
    const driver = await createDriver(provider)
    const other = await insertTestPark(provider.deps.db, { name: 'Union Station' })
    await report(driver, { kind: 'price', text: 'C$12 on the sign' }, { of: String(other.id) })
    provider.clock.advance(1_000)
    await report(driver, { kind: 'closed' }, { of: String(other.id) })
    const code = await codeOf(other.id)
    const { lines, exitCode } = await printProblems(provider.deps.db, ['--park', code.toLowerCase()])
    expect(exitCode).toBe(0)
    expect(lines).toEqual([
      `2026-11-23T12:00:01Z  ${code}  Union Station  closed  -`,
      `2026-11-23T12:00:00Z  ${code}  Union Station  price  C$12 on the sign`,
    ])
    expect(lines.join()).not.toContain(driver.userId)
    expect((await printProblems(provider.deps.db, [])).lines.length).toBeGreaterThan(2)
    expect((await printProblems(provider.deps.db, ['--park', 'NOWHERE'])).lines).toEqual(['Nothing was reported.'])
    expect((await printProblems(provider.deps.db, ['--all'])).exitCode).toBe(2)
  })
})
