import { expect, test } from 'vitest'
import { drain } from '../../src/sync/drain.ts'
import { createRig, extend, isWrite, waitOut } from './support/outbox-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { answerLost } from './support/test-phone.ts'

const HOUR_MS = 3_600_000
const ONE = '2026-11-21T13:00:00Z'

/** Returns the longest waits (ms) before the next look-up of a late request, after each of this many refusals. */
async function waitsAfter(refusals: number): Promise<number[]> {
  const rig = await createRig()
  Object.assign(rig.phone, { random: () => 1 })
  await rig.ask(extend(ONE))
  rig.phone.line.through = answerLost(isWrite)
  await drain(rig.phone)
  rig.clock.advance(3 * HOUR_MS)
  rig.phone.line.through = (request, next) =>
    request.url.endsWith('/health') ? next(request) : Promise.resolve(problemOf(429, 'rate_limited'))
  const waits: number[] = []
  for (let count = 0; count < refusals; count += 1) {
    waitOut(rig)
    await drain(rig.phone)
    const [row] = await rig.rows()
    waits.push((row?.nextAt ?? 0) - rig.clock.now())
  }
  return waits
}

test('a late request that was sent is asked about ever more seldom while the provider is busy: its questions may be two', async () => {
  const waits = await waitsAfter(6)
  expect(waits.map((wait, at) => wait > (waits[at - 1] ?? 0))).toEqual(Array.from(waits, () => true))
})
