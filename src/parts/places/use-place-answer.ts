import { useEffect, useState } from 'react'
import type { CountryCode } from '../../domain/country.ts'
import type { LatLng } from '../../lib/cell.ts'
import type { PlaceAnswer } from '../../places/place-messages.ts'
import { askPlaces } from './place-client.ts'

export interface PlacesAsked {
  readonly text: string
  readonly near: LatLng | null
  readonly country: CountryCode | null
}

export interface AnswerTo extends PlaceAnswer {
  readonly text: string
}

/**
 * Returns what this phone knows for the text; until that answer arrives, the previous text's answer. Null when nothing
 * was asked.
 */
export function usePlaceAnswer({ text, near, country }: PlacesAsked): AnswerTo | null {
  const [answer, setAnswer] = useState<AnswerTo | null>(null)
  const lat = near?.lat ?? null
  const lng = near?.lng ?? null
  useEffect(() => {
    if (text.trim() === '') return undefined
    const at = lat === null || lng === null ? null : { lat, lng }
    return askPlaces({ text, near: at, country }, (found) => setAnswer({ ...found, text }))
  }, [text, lat, lng, country])
  return text.trim() === '' ? null : answer
}
