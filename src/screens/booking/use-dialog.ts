import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BOOKING_CHANGES, type BookingChange } from '../../config/routes.ts'

export type Dialog = BookingChange | 'renew'

/**
 * Which dialog is open: one that was tapped, or one named in the URL (`?extend` from a reminder) if that change is
 * possible.
 */
export function useDialog(isPossible: (change: BookingChange) => boolean) {
  const [query, setQuery] = useSearchParams()
  const asked = BOOKING_CHANGES.find((change) => query.has(change)) ?? null
  const [answered, setAnswered] = useState<BookingChange | null>(null)
  const [dialog, open] = useState<Dialog | null>(null)
  if (asked !== answered) {
    setAnswered(asked)
    if (asked !== null && isPossible(asked)) open(asked)
  }
  const close = () => {
    open(null)
    // A reload must not open it again.
    if (asked !== null) setQuery({}, { replace: true })
  }
  return { dialog, open, close }
}
