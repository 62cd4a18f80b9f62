import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import type { PreviousStay } from '../queries/use-previous-stay.ts'
import { useNow } from './use-now.ts'

export interface ContinuedNoteProps {
  readonly park: Pick<Park, 'timezone'>
  readonly from: Instant
  readonly previousStay: PreviousStay | undefined
  readonly className?: string | undefined
}

/** Explains why the stay may cost more or less than it would on its own. */
export function ContinuedNote({ className, ...props }: ContinuedNoteProps): ReactNode {
  const { stays = [], otherMinutes = 0 } = props.previousStay ?? {}
  if (stays.length === 0 && otherMinutes === 0) return null
  return (
    <p className={className}>
      <ContinuedText {...props} />
    </p>
  )
}

function ContinuedText({ park, from, previousStay }: ContinuedNoteProps): ReactNode {
  const format = useFormat()
  const now = useNow()
  const stays = previousStay?.stays ?? []
  const before = stays.filter((stay) => stay.from <= from).toSorted((a, b) => b.to - a.to)[0]
  if (before !== undefined) {
    const time = format.savedAt(before.to, { zone: park.timezone, now })
    return <Trans>Continues your stay until {time}: both are priced together.</Trans>
  }
  return stays.length > 0 ? (
    <Trans>Your next stay here continues this one: both are priced together.</Trans>
  ) : (
    <Trans>This plate has just parked here. Free minutes count once.</Trans>
  )
}
