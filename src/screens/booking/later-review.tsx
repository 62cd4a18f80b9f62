import { createElement } from 'react'
import type { OwnReviewProps } from '../../parts/reviews/own-review.tsx'
import { useLater } from '../../parts/use-later.ts'

const loadOwnReview = () => import('../../parts/reviews/own-review.tsx')

/** In its own chunk: the booking renders without waiting for it. */
export function LaterOwnReview(props: OwnReviewProps) {
  const Part = useLater(loadOwnReview)
  return Part === null ? null : createElement(Part, props)
}
