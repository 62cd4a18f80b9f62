import * as v from 'valibot'
import { expect, test } from 'vitest'
import { reviewBody } from '../../src/contract/reviews.ts'
import { entityKey, isQueueable, lineOf, type QueueableCommand } from '../../src/domain/commands.ts'
import { toCall } from '../../src/sync/requests/to-call.ts'
import { createRig } from '../sync/support/outbox-phone.ts'

const REVIEW = { stars: 4, text: 'Tight ramps' } as const
const SAY: Extract<QueueableCommand, { kind: 'review.set' }> = {
  ...{ kind: 'review.set', stay: '01890a5d-ac96-774b-bcce-b302099a0001', parkName: 'Green P', review: REVIEW },
}

test('a review waits in the line of its stay, beside all other requests', () => {
  expect(isQueueable(SAY)).toBe(true)
  expect([entityKey(SAY), lineOf(SAY)]).toEqual([`review:${SAY.stay}`, `review:${SAY.stay}`])
  expect(v.is(reviewBody, REVIEW)).toBe(true)
  expect(toCall(SAY)).toBeDefined()
})

test('what is written again before it was sent takes its place, and says what was written last', async () => {
  const rig = await createRig()
  const first = await rig.ask(SAY)
  const again = await rig.ask({ ...SAY, review: { stars: 2, text: null } })
  expect(again.id).toBe(first.id)
  const gone = await rig.ask({ ...SAY, review: null })
  expect(gone.id).toBe(first.id)
  expect((await rig.rows()).map(({ command }) => command)).toEqual([{ ...SAY, review: null }])
})

test('reviews of two stays, and a report, are three requests', async () => {
  const rig = await createRig()
  await rig.ask(SAY)
  await rig.ask({ ...SAY, stay: '01890a5d-ac96-774b-bcce-b302099a0002' })
  await rig.ask({ kind: 'review.report', reviewId: SAY.stay, parkName: 'Green P', reason: 'untrue' })
  expect(await rig.rows()).toHaveLength(3)
})
