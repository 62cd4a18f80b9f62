import { useLingui } from '@lingui/react/macro'
import type { Stars } from '../../domain/review.ts'

const MAX_STARS = 5

/** "★★★★☆". */
export function StarsText({ stars }: { readonly stars: Stars }) {
  const { t } = useLingui()
  return (
    <span role="img" aria-label={t`${stars} of 5 stars`}>
      {'★'.repeat(stars) + '☆'.repeat(MAX_STARS - stars)}
    </span>
  )
}
