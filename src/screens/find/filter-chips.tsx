import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { unreachable } from '../../lib/assert.ts'
import { useMapView, type ParkFilter } from '../../stores/map-view.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { AccessibleIcon, BoltIcon, GarageIcon, HeightIcon } from '../../ui/icons-place.tsx'

/** Order and filters. A filter that is on stays, also when no park in sight has its datum: else it could not be taken off. */
export function FilterChips({ useful }: { readonly useful: readonly ParkFilter[] }) {
  const { t } = useLingui()
  const { sort, filters, change } = useMapView()
  const shown = [...useful, ...filters.filter((filter) => !useful.includes(filter))]
  const toggle = (filter: ParkFilter, isOn: boolean) =>
    change({ filters: isOn ? [...filters, filter] : filters.filter((other) => other !== filter) })
  return (
    <ChipRow label={t`Order and filters`}>
      <Chip on={sort === 'nearest'} onToggle={() => change({ sort: 'nearest' })}>
        <Trans>Nearest</Trans>
      </Chip>
      <Chip on={sort === 'cheapest'} onToggle={(isOn) => change({ sort: isOn ? 'cheapest' : 'nearest' })}>
        <Trans>Cheapest</Trans>
      </Chip>
      {shown.map((filter) => (
        <Chip
          key={filter}
          on={filters.includes(filter)}
          onToggle={(isOn) => toggle(filter, isOn)}
          icon={iconOf(filter)}
        >
          <FilterName filter={filter} />
        </Chip>
      ))}
    </ChipRow>
  )
}

function iconOf(filter: ParkFilter): ReactNode {
  switch (filter) {
    case 'height':
      return <HeightIcon size={18} />
    case 'ev':
      return <BoltIcon size={18} />
    case 'accessible':
      return <AccessibleIcon size={18} />
    case 'covered':
      return <GarageIcon size={18} />
    default:
      return unreachable(filter)
  }
}

function FilterName({ filter }: { readonly filter: ParkFilter }) {
  switch (filter) {
    case 'height':
      return <Trans>2 m or higher</Trans>
    case 'ev':
      return <Trans>EV</Trans>
    case 'accessible':
      return <Trans>Accessible</Trans>
    case 'covered':
      return <Trans>Covered</Trans>
    default:
      return unreachable(filter)
  }
}
