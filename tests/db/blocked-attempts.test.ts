import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applyBlockedAttempt } from '../../src/db/apply/blocked-attempts.ts'
import { forgetUser } from '../../src/db/apply/forget-user.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readBlockedAttempts } from '../../src/db/read/blocked-attempts.ts'
import type { BlockedAttemptRow } from '../../src/db/schema.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { sessionOf } from './support/session.ts'

const USER = sessionOf().user.user_id
const AT = Date.parse('2026-11-21T10:30:00Z')
const WANTED = {
  parkId: 1,
  parkName: 'Thiès',
  zone: 'Africa/Dakar',
  plate: 'ABC123',
  startMs: AT,
  endMs: AT + 3_600_000,
  totalMinor: 600,
  currency: 'XOF',
} as const
const rowAt = (at: number): BlockedAttemptRow => ({
  id: uuid7(at),
  at,
  network: 'offline',
  lastAnswerAt: AT - 60_000,
  wanted: WANTED,
})

let count = 0
async function open() {
  count += 1
  const dbs = openDatabases({ prefix: `blocked-${String(count)}`, indexedDB: new IDBFactory(), IDBKeyRange })
  await applySession(dbs, sessionOf(), AT)
  return dbs
}

test('bookings that no signal let through are kept, the latest first, fifty at most and for sixty days', async () => {
  const dbs = await open()
  await applyBlockedAttempt(dbs, USER, rowAt(AT - 61 * DAY_MS))
  for (let minute = 0; minute < 52; minute += 1) await applyBlockedAttempt(dbs, USER, rowAt(AT + minute * 60_000))
  const { value } = await readBlockedAttempts(dbs)
  expect(value).toHaveLength(50)
  expect(value[0]?.at).toBe(AT + 51 * 60_000)
  expect(value.at(-1)?.at).toBe(AT + 2 * 60_000)
})

test('one that is too old leaves with the next', async () => {
  const dbs = await open()
  await applyBlockedAttempt(dbs, USER, rowAt(AT - 61 * DAY_MS))
  await applyBlockedAttempt(dbs, USER, rowAt(AT))
  expect((await readBlockedAttempts(dbs)).value.map(({ at }) => at)).toEqual([AT])
})

test('a sign-out takes them, also where requests are kept for the next sign-in', async () => {
  const dbs = await open()
  await applyBlockedAttempt(dbs, USER, rowAt(AT))
  await dbs.user(USER).outbox.put({ id: 'waits', seq: 1, state: 'queued', entity: 'booking:1' } as never)
  await forgetUser(dbs, USER, 'keep')
  expect(await dbs.user(USER).blockedAttempts.count()).toBe(0)
  expect(await dbs.user(USER).outbox.count()).toBe(1)
})
