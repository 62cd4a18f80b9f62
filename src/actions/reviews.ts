import type { Booking } from '../contract/bookings.ts'
import type { Review, ReviewReport } from '../domain/review.ts'
import { toPlainText } from '../lib/plain-text.ts'
import type { Result } from '../lib/result.ts'
import { type EnqueueContext, enqueueContext } from '../outbox/enqueue.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult } from './requests.ts'

type Asked = Promise<Result<EnqueueResult, ActionError>>
type Stay = Pick<Booking, 'booking_id'> & { readonly park: Pick<Booking['park'], 'name'> }

/** `text` is as typed. With no signal the review waits on the phone. */
export function writeReview(
  { booking, stars, text, photo }: Omit<Review, 'text'> & { readonly booking: Stay; readonly text: string },
  asker: EnqueueContext = enqueueContext,
): Asked {
  const plain = toPlainText(text)
  const review = { stars, text: plain === '' ? null : plain, ...(photo === undefined ? {} : { photo }) }
  return enqueueCommand(asker, {
    ...{ kind: 'review.set', stay: booking.booking_id, parkName: booking.park.name, review },
  })
}

export const takeReviewBack = (booking: Stay, asker: EnqueueContext = enqueueContext): Asked =>
  enqueueCommand(asker, {
    ...{ kind: 'review.set', stay: booking.booking_id, parkName: booking.park.name, review: null },
  })

export const reportReview = (
  report: { readonly reviewId: string; readonly parkName: string; readonly reason: ReviewReport },
  asker: EnqueueContext = enqueueContext,
): Asked => enqueueCommand(asker, { kind: 'review.report', ...report })
