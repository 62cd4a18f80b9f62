// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OwnReview } from '../../contract/rating.ts'
import type { Review, Stars } from '../../domain/review.ts'
import { photoSource } from '../small-photo-field.tsx'
import { StarsText } from './stars-text.tsx'

/** What the driver says, with where its photo is shown from. */
export interface SaidReview {
  readonly stars: Stars
  readonly text: string | null
  readonly photo: string | null
}

const heldPhoto = (held: OwnReview | null): string | null => held?.photo?.files[0]?.url ?? null

/** As the provider has it. */
export const toSaid = (held: OwnReview | null): SaidReview | null =>
  held === null ? null : { stars: held.stars, text: held.text, photo: heldPhoto(held) }

/** As it is to be: a photo that is left as it is is the one that the provider has. */
export const toBeSaid = ({ stars, text, photo }: Review, held: OwnReview | null): SaidReview => ({
  ...{ stars, text },
  photo: photo === undefined ? heldPhoto(held) : photo === null ? null : photoSource(photo.jpeg),
})

/** A photo that cannot be had, as of a review that is hidden, leaves nothing. */
export function Said({ review: { stars, text, photo } }: { readonly review: SaidReview }) {
  const { t } = useLingui()
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <div>
      <StarsText stars={stars} />
      {text !== null && <p>{text}</p>}
      {photo !== null && photo !== missing && (
        <img src={photo} alt={t`Your photo`} height={88} onError={() => setMissing(photo)} />
      )}
    </div>
  )
}
