import { Trans, useLingui } from '@lingui/react/macro'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { useFormat } from '../../i18n/format.ts'
import type { ParkFilter } from '../../stores/map-view.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { filterIcon, FilterName } from './filter-name.tsx'
import { type FilterOffer, NEEDED_HEIGHT_METRES } from './park-filters.ts'
import type { ChosenOrder } from './use-list-order.ts'

export interface FilterChipsProps {
  readonly order: ChosenOrder
  readonly offers: readonly FilterOffer[]
  readonly vehicleTypeId: VehicleTypeId
}

/** Order and filter chips; each filter shows how many car parks it would leave. */
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
          icon={filterIcon(filter)}
        >
          <FilterName filter={filter} heightMetres={NEEDED_HEIGHT_METRES[vehicleTypeId]} /> {format.number(count)}
        </Chip>
      ))}
    </ChipRow>
  )
}
