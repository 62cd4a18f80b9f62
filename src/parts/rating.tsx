import { useLingui } from '@lingui/react/macro'
import type { Rating } from '../contract/rating.ts'
import { useFormat } from '../i18n/format.ts'

/** "★ 4.3 (12)"; renders nothing when there are no reviews. */
export function RatingText({ rating }: { readonly rating: Rating | undefined }) {
  const { t } = useLingui()
  const format = useFormat()
  if (rating === undefined) return null
  const stars = format.number(rating.stars)
  const count = format.number(rating.count)
  return (
    <span role="img" aria-label={t`${stars} of 5 stars, reviews: ${count}`}>
      {`★\u00a0${stars} (${count})`}
    </span>
  )
}
