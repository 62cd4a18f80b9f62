import * as v from 'valibot'
import { expect, test } from 'vitest'
import { reviewBody } from '../../src/contract/reviews.ts'
import { entityKey, isQueueable, lineOf, type QueueableCommand } from '../../src/domain/commands.ts'
import { toCall } from '../../src/sync/requests/to-call.ts'
import { isReviewDone } from '../../src/outbox/commands/is-done.ts'
import { createRig } from '../sync/support/outbox-phone.ts'
import { bookingOf } from '../sync/support/small-provider.ts'

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

test('a photo waits with its review, and counts as kept only once the provider has that very photo', async () => {
  const photo = { id: '01890a5d-ac96-774b-bcce-b302099a0009', jpeg: '/9j/4AAQ' }
  const withPhoto = { ...SAY, review: { ...REVIEW, photo } }
  const rig = await createRig()
  await rig.ask(withPhoto)
  expect((await rig.rows()).map(({ command }) => command)).toEqual([withPhoto])
  const held = (photoId?: string) => {
    const { stars, text } = REVIEW
    const files = [{ url: '/photos/5f0c9a1b2d3e4f60718293a4b5c6d7e8-480.webp', width: 480 }]
    const kept = photoId === undefined ? {} : { photo: { photo_id: photoId, width: 480, height: 360, files } }
    return bookingOf(SAY.stay, { review: { review_id: SAY.stay, stars, text, hidden: null, ...kept } })
  }
  expect([isReviewDone(withPhoto, held(photo.id)), isReviewDone(withPhoto, held())]).toEqual([true, false])
  const without = { ...SAY, review: { ...REVIEW, photo: null } }
  expect([isReviewDone(without, held()), isReviewDone(without, held(photo.id))]).toEqual([true, false])
  expect([isReviewDone(SAY, held(photo.id)), isReviewDone(SAY, held())]).toEqual([true, true])
})

test('reviews of two stays, and a report, are three requests', async () => {
  const rig = await createRig()
  await rig.ask(SAY)
  await rig.ask({ ...SAY, stay: '01890a5d-ac96-774b-bcce-b302099a0002' })
  await rig.ask({ kind: 'review.report', reviewId: SAY.stay, parkName: 'Green P', reason: 'untrue' })
  expect(await rig.rows()).toHaveLength(3)
})
