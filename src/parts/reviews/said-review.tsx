// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OwnReview } from '../../contract/rating.ts'
import type { Review, Stars } from '../../domain/review.ts'
import { photoSource } from '../small-photo-field.tsx'
import { StarsText } from './stars-text.tsx'

/** A driver's review, with the address of its photo. */
export interface SaidReview {
  readonly stars: Stars
  readonly text: string | null
  readonly photo: string | null
}

const heldPhoto = (held: OwnReview | null): string | null => held?.photo?.files[0]?.url ?? null

/** Returns the review as the provider has it. */
export const toSaid = (held: OwnReview | null): SaidReview | null =>
  held === null ? null : { stars: held.stars, text: held.text, photo: heldPhoto(held) }

/** Returns the review as it will be; an unchanged photo is the provider's. */
export const toBeSaid = ({ stars, text, photo }: Review, held: OwnReview | null): SaidReview => ({
  ...{ stars, text },
  photo: photo === undefined ? heldPhoto(held) : photo === null ? null : photoSource(photo.jpeg),
})

/** A photo that cannot be loaded, such as that of a hidden review, is left out. */
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
