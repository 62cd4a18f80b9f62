import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NEAR_METRES, type ListedKind } from '../../domain/listed-kinds.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'

const TITLES: Readonly<Record<ListedKind, ReactNode>> = {
  airport: <Trans>Airport parking</Trans>,
  stadium: <Trans>Stadium parking</Trans>,
  station: <Trans>Station parking</Trans>,
  city: <Trans>City parking</Trans>,
}

const TEXTS: Readonly<Record<ListedKind, ReactNode>> = {
  airport: (
    <Trans>
      You leave the car for days, so the daily maximum decides. The app counts it by the day of the car park, and shows
      the total until you are back. If your flight is late, extend from anywhere: the time to leave is 10 minutes after
      the end.
    </Trans>
  ),
  stadium: (
    <Trans>
      After a match everybody leaves at once. Choose a car park on your way home rather than the nearest one. For some
      matches a car park keeps spaces at one price: these are under Events.
    </Trans>
  ),
  station: (
    <Trans>
      Book until the train after the one you plan to take. If you are back earlier, leave early: half of the full hours
      that you don’t use comes back.
    </Trans>
  ),
  city: (
    <Trans>
      Prices change within a few streets, and by the hour. The app compares the total for your times, with the walk
      beside it. A car park may be cheaper in the evening or by the day.
    </Trans>
  ),
}

export const TypeTitle = ({ kind }: { readonly kind: ListedKind }): ReactNode => TITLES[kind]

export const TypeText = ({ kind }: { readonly kind: ListedKind }): ReactNode => <p>{TEXTS[kind]}</p>

export function NearText({ kind, country }: { readonly kind: ListedKind; readonly country: string }) {
  const format = useFormat()
  const distance = format.distance(NEAR_METRES[kind])
  switch (kind) {
    case 'airport':
      return (
        <Trans>
          {country}: airports with a car park within {distance}
        </Trans>
      )
    case 'stadium':
      return (
        <Trans>
          {country}: stadiums with a car park within {distance}
        </Trans>
      )
    case 'station':
      return (
        <Trans>
          {country}: stations with a car park within {distance}
        </Trans>
      )
    case 'city':
      return (
        <Trans>
          {country}: towns with a car park within {distance}
        </Trans>
      )
    default:
      return unreachable(kind)
  }
}
