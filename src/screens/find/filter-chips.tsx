import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import type { ParkFilter } from '../../stores/map-view.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { AccessibleIcon, BoltIcon, GarageIcon, HeightIcon } from '../../ui/icons-place.tsx'
import { type FilterOffer, NEEDED_HEIGHT_METRES, SHORT_WALK_MINUTES } from './park-filters.ts'
import type { ChosenOrder } from './use-list-order.ts'

export interface FilterChipsProps {
  readonly order: ChosenOrder
  readonly offers: readonly FilterOffer[]
  readonly vehicleTypeId: VehicleTypeId
}

/** Order and filters, each filter with how many car parks it leaves. */
export function FilterChips({ order: { sort, filters, changeOrder }, offers, vehicleTypeId }: FilterChipsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const toggle = (filter: ParkFilter, isOn: boolean) =>
    changeOrder({ filters: isOn ? [...filters, filter] : filters.filter((other) => other !== filter) })
  return (
    <ChipRow label={t`Sort and filter`}>
      <Chip on={sort === 'nearest'} onToggle={() => changeOrder({ sort: 'nearest' })}>
        <Trans>Nearest</Trans>
      </Chip>
      <Chip on={sort === 'cheapest'} onToggle={(isOn) => changeOrder({ sort: isOn ? 'cheapest' : 'nearest' })}>
        <Trans>Cheapest</Trans>
      </Chip>
      {offers.map(({ filter, count }) => (
        <Chip
          key={filter}
          on={filters.includes(filter)}
          onToggle={(isOn) => toggle(filter, isOn)}
          icon={iconOf(filter)}
        >
          <FilterName filter={filter} vehicleTypeId={vehicleTypeId} /> {format.number(count)}
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
    case 'free':
    case 'open':
    case 'walk':
    case 'garage':
    case 'lot':
    case 'street':
      return null
    default:
      return unreachable(filter)
  }
}

function FilterName({ filter, vehicleTypeId }: { readonly filter: ParkFilter; readonly vehicleTypeId: VehicleTypeId }) {
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
      const height = format.metres(NEEDED_HEIGHT_METRES[vehicleTypeId])
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
    default:
      return unreachable(filter)
  }
}
