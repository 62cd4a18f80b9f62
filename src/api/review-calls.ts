import { type Booking, bookingSingle } from '../contract/bookings.ts'
import { reviewReportSingle, type ReviewReportWire } from '../contract/rating.ts'
import type { Review, ReviewReport } from '../domain/review.ts'
import { keyedData, type KeyedCall } from './keyed-call.ts'

const toBody = ({ photo, ...said }: Review) => ({
  ...said,
  ...(photo === undefined ? {} : { photo: photo === null ? null : { photo_id: photo.id, jpeg: photo.jpeg } }),
})

/** Reviews the car park of a stay; null withdraws the review. Has no effect if it is already so. */
export const setReview = ({
  stay,
  review,
}: {
  readonly stay: string
  readonly review: Review | null
}): KeyedCall<Booking> =>
  keyedData(
    {
      method: review === null ? 'DELETE' : 'PUT',
      path: `/bookings/${stay}/review`,
      ...(review === null ? {} : { body: toBody(review) }),
    },
    bookingSingle,
    (booking) => booking.booking_id === stay,
  )

export const reportReview = ({
  reviewId,
  reason: kind,
}: {
  readonly reviewId: string
  readonly reason: ReviewReport
}): KeyedCall<ReviewReportWire> =>
  keyedData(
    { method: 'PUT', path: `/reviews/${reviewId}/report`, body: { kind } },
    reviewReportSingle,
    (report) => report.review_id === reviewId && report.kind === kind,
  )
