import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotateAccess } from '../../provider/cli/keys.ts'
import { getOrCreateSecret } from '../../provider/db/secrets.ts'
import { createAccessTokens, makeSecret } from '../../provider/rules/tokens.ts'
import { keepAccessKeys, rotateAccessKey } from '../../provider/services/access-keys.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { type SecondProvider, startSecondProvider } from './support/second-provider.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const MINUTE_MS = 60_000

let first: TestProvider
let second: SecondProvider
let driver: TestDriver
beforeAll(async () => {
  first = await startTestProvider()
  second = await startSecondProvider(first)
  driver = await createDriver(first)
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const PATH = '/api/v1/wallet?currency=CAD'
const atBoth = (token: string): Promise<Response[]> =>
  Promise.all([first, second].map(async (provider) => provider.request('GET', PATH, { token })))
const statuses = async (token: string): Promise<number[]> => (await atBoth(token)).map(({ status }) => status)
const kidOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid?: unknown }).kid
const rotate = (isAtOnce = false): Promise<void> =>
  rotateAccessKey(first.deps.db, { nowMs: first.clock.now(), isAtOnce })

test('a token of a release before there were several keys counts, as ours do', async () => {
  const ours = await driver.token()
  expect(await statuses(ours)).toEqual([200, 200])
  const key = Buffer.from(await getOrCreateSecret(first.deps.db, 'access_tokens', makeSecret), 'base64url')
  const { sub = '', sid } = JSON.parse(Buffer.from(ours.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub?: string
    readonly sid: string
  }
  const seconds = Math.floor(first.clock.now() / 1000)
  const before = await new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(sub)
    .setIssuer('baywise-provider')
    .setAudience('baywise-app')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 900)
    .sign(key)
  expect(await statuses(before)).toEqual([200, 200])
})

test('after a rotation tokens of both keys count at every process, the old ones until they expire; within a minute all sign with the new one', async () => {
  const old = await driver.token()
  await rotate()
  // This process has not read the keys again; tokens it signs with the old key are still accepted everywhere.
  expect(kidOf(await driver.token())).toBe(kidOf(old))
  first.clock.advance(MINUTE_MS)
  const fresh = await driver.token()
  expect(kidOf(fresh)).not.toBe(kidOf(old))
  expect(await statuses(fresh)).toEqual([200, 200])
  expect(await statuses(old)).toEqual([200, 200])
  first.clock.advance(13 * MINUTE_MS)
  expect(await statuses(old)).toEqual([200, 200])
  first.clock.advance(2 * MINUTE_MS)
  await expectRefusal(await first.request('GET', PATH, { token: old }), 401, 'token_expired')
})

test('a process that has just read its keys knows a token of the next one at once', async () => {
  const { db } = first.deps
  expect(await statuses(await driver.token())).toEqual([200, 200])
  await rotate()
  // A token of a process that started after the rotation.
  const started = createAccessTokens({ clock: first.clock, keys: keepAccessKeys(db, first.clock) })
  const bearer = await started.verify(await driver.token())
  if (!bearer.ok) throw new Error(bearer.error)
  const token = await started.sign(driver.userId, bearer.value.sessionId)
  expect(kidOf(token)).not.toBe(kidOf(await driver.token()))
  expect(await statuses(token)).toEqual([200, 200])
})

test('of a key that leaked nothing counts within a minute, not what was forged with it either; phones are told to refresh, not to sign in', async () => {
  const old = await driver.token()
  await rotate(true)
  first.clock.advance(MINUTE_MS)
  for (const answer of await atBoth(old)) await expectRefusal(answer, 401, 'token_expired')
  expect(await statuses(await driver.token())).toEqual([200, 200])
})

test('a token that names no key of ours, another algorithm, or a key of a day ago is nobody’s', async () => {
  const token = await driver.token()
  const [, payload = '', signature = ''] = token.split('.')
  const withHeader = (header: object): string =>
    [Buffer.from(JSON.stringify(header)).toString('base64url'), payload, signature].join('.')
  for (const header of [
    { alg: 'HS256', typ: 'at+jwt', kid: 'UNKNOWN' },
    { alg: 'HS256', typ: 'at+jwt', kid: '../first' },
    { alg: 'HS256', typ: 'at+jwt', kid: 7 },
    { alg: 'HS256', typ: 'at+jwt' },
    { alg: 'none', typ: 'at+jwt', kid: kidOf(token) },
  ])
    await expectRefusal(await first.request('GET', PATH, { token: withHeader(header) }), 401, 'token_invalid')
})

test('two rotations at once are two, one after the other, and one key signs', async () => {
  await Promise.all([rotate(), rotate()])
  const rows = await first.deps.db.query('select 1 from access_keys where ends_at is null')
  expect(rows).toHaveLength(1)
  expect((await rotateAccess(first.deps.db, ['--now'])).exitCode).toBe(2)
  expect((await rotateAccess(first.deps.db, [])).exitCode).toBe(0)
})

test('however many tokens name a key that there is not, the keys are read again once for all of them; for what is no name not at all', async () => {
  const { db } = first.deps
  let reads = 0
  const counting: typeof db = {
    ...db,
    query: (...call) => {
      reads += 1
      return db.query(...call)
    },
    transaction: (work) => {
      reads += 1
      return db.transaction(work)
    },
  }
  const waits = Promise.withResolvers<undefined>()
  const keys = keepAccessKeys(counting, first.clock, () => waits.promise)
  const { kid } = await keys.current()
  const before = reads
  const strangers: Promise<unknown>[] = []
  for (let count = 0; count < 30; count += 1) {
    strangers.push(keys.find(`${String(count).padStart(9, '0')}Z`))
    // Long enough for the previous read to have ended.
    await db.query('select 1')
    expect(await keys.find(`no name ${String(count)}`)).toBeUndefined()
    expect((await keys.find(kid))?.kid).toBe(kid)
  }
  expect(reads).toBe(before)
  waits.resolve(undefined)
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([undefined]))
  expect(reads - before).toBeLessThanOrEqual(before)
})
