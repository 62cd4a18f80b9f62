// Memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { StayChoice, StartInZone } from '../domain/stay-choices.ts'
import { useFormat } from '../i18n/format.ts'

/** "2 h", "Until 18:00", "All day, to 07:00". */
export function ChoiceText({ choice: { kind, until }, from, zone }: StartInZone & { readonly choice: StayChoice }) {
  const format = useFormat()
  const time = format.time(until, zone)
  if (kind === 'length') return format.duration(until - from)
  return kind === 'day' ? <Trans>All day, to {time}</Trans> : <Trans>Until {time}</Trans>
}
