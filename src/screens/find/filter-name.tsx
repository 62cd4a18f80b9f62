import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import type { ParkFilter } from '../../stores/map-view.ts'
import { AccessibleIcon, BoltIcon, GarageIcon, HeightIcon } from '../../ui/icons-place.tsx'
import type { ListChip } from './list-filters.ts'
import { SHORT_WALK_MINUTES } from './park-filters.ts'

/** The map's list and the page of all car parks share the same filter names. */
type NamedFilter = ParkFilter | ListChip

export function filterIcon(filter: NamedFilter): ReactNode {
  switch (filter) {
    case 'height':
      return <HeightIcon size={18} />
    case 'ev':
      return <BoltIcon size={18} />
    case 'accessible':
      return <AccessibleIcon size={18} />
    case 'covered':
      return <GarageIcon size={18} />
    case 'free':
    case 'open':
    case 'walk':
    case 'garage':
    case 'lot':
    case 'street':
    case 'airport':
    case 'stadium':
    case 'station':
      return null
    default:
      return unreachable(filter)
  }
}

interface FilterNameProps {
  readonly filter: NamedFilter
  /** Clearance that the vehicle needs. */
  readonly heightMetres: number
}

/** The label of a chip. */
export function FilterName({ filter, heightMetres }: FilterNameProps) {
  const format = useFormat()
  switch (filter) {
    case 'free':
      return <Trans>Free spaces</Trans>
    case 'open':
      return <Trans>Open for your stay</Trans>
    case 'walk':
      return <Trans>{SHORT_WALK_MINUTES} min walk</Trans>
    case 'covered':
      return <Trans>Covered</Trans>
    case 'height': {
      const height = format.metres(heightMetres)
      return <Trans>{height} or higher</Trans>
    }
    case 'ev':
      return <Trans>EV</Trans>
    case 'accessible':
      return <Trans>Accessible</Trans>
    case 'garage':
      return <Trans>Garage</Trans>
    case 'lot':
      return <Trans>Open-air</Trans>
    case 'street':
      return <Trans>On the street</Trans>
    case 'airport':
      return <Trans>At an airport</Trans>
    case 'stadium':
      return <Trans>At a stadium</Trans>
    case 'station':
      return <Trans>At a station</Trans>
    default:
      return unreachable(filter)
  }
}
