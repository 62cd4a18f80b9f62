import { beforeEach, expect, test } from 'vitest'
import type { ApiError } from '../../src/api/api-error.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { AppContext } from '../../src/sync/app-context.ts'
import { type KeyedChange, sendUnderKey } from '../../src/sync/send-under-key.ts'

const LOST: Result<null, ApiError> = err({ kind: 'timeout' })
const DONE = ok(null)

let now = 0
const phone = { clock: { now: () => now }, random: Math.random } as AppContext

/** Returns the key under which the change was sent. */
async function keyOf(change: KeyedChange, answer: Result<null, ApiError>): Promise<string> {
  let used = ''
  await sendUnderKey(phone, change, (key) => {
    used = key
    return Promise.resolve(answer)
  })
  return used
}

const RETURN = { about: 'return 1 of OR-12345678' }
beforeEach(async () => {
  now += 60 * MINUTE_MS
  await keyOf({ about: 'anything else' }, DONE)
})

test('a change whose answer was lost is repeated under its key until it is answered', async () => {
  const first = await keyOf(RETURN, LOST)
  expect(await keyOf(RETURN, err({ kind: 'signed_out' }))).toBe(first)
  now += 4 * MINUTE_MS
  expect(await keyOf(RETURN, DONE)).toBe(first)
  expect(await keyOf(RETURN, DONE)).not.toBe(first)
})

test('some minutes later the same change is another act', async () => {
  const first = await keyOf(RETURN, LOST)
  now += 6 * MINUTE_MS
  expect(await keyOf(RETURN, DONE)).not.toBe(first)
})

test('after another change was answered the same change is another act', async () => {
  const first = await keyOf(RETURN, LOST)
  await keyOf({ about: 'a new price' }, DONE)
  expect(await keyOf(RETURN, DONE)).not.toBe(first)
})

test('from one form it is the same act however late, from another form another one', async () => {
  const first = await keyOf({ ...RETURN, form: 'a' }, LOST)
  await keyOf({ about: 'a new price' }, DONE)
  now += 60 * MINUTE_MS
  expect(await keyOf({ ...RETURN, form: 'b' }, LOST)).not.toBe(first)
  expect(await keyOf({ ...RETURN, form: 'a' }, DONE)).toBe(first)
})
