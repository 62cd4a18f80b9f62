// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router-dom'
import { useFormat } from '../../i18n/format.ts'
import { usePosition } from '../../stores/position.ts'
import { useSearchDraft } from '../../stores/search-draft.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { filterIcon, FilterName } from './filter-name.tsx'
import { listHref, type ListAddress, roundNear } from './list-address.ts'
import { countWith, isOn, type KnownParks, LIST_CHIPS, toggled } from './list-filters.ts'
import { NEEDED_HEIGHT_METRES } from './park-filters.ts'

export interface ListChipsProps {
  readonly address: ListAddress
  /** Car parks to count from; null when nothing can be counted. */
  readonly known: KnownParks | null
}

/** Order and filters of the list of all car parks. They are stored only in the URL, which can be shared. */
export function ListChips({ address, known }: ListChipsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const fix = usePosition((position) => position.fix)
  const needed = useSearchDraft((draft) => NEEDED_HEIGHT_METRES[draft.vehicleTypeId])
  const { near, isCheapestFirst } = address
  // A shared URL may ask for another height than this driver's vehicle needs.
  const neededMetres = address.heightMetres ?? needed
  const go = (part: Partial<ListAddress>) =>
    void navigate(listHref({ ...address, page: 1, ...part }), { replace: true })
  return (
    <ChipRow label={t`Sort and filter`}>
      {(fix !== null || near !== null) && (
        <Chip on={near !== null} onToggle={(on) => go({ near: on ? roundNear(fix) : null })}>
          <Trans>Nearest</Trans>
        </Chip>
      )}
      <Chip on={isCheapestFirst} onToggle={(on) => go({ isCheapestFirst: on, page: address.page })}>
        <Trans>Cheapest on the page</Trans>
      </Chip>
      {LIST_CHIPS.map((chip) => {
        const on = isOn(chip, address)
        const count = known === null ? null : countWith(chip, known, { filters: address, neededMetres })
        // Hide a chip that would empty the list.
        if (count === 0 && !on) return null
        return (
          <Chip key={chip} on={on} onToggle={() => go(toggled(chip, address, neededMetres))} icon={filterIcon(chip)}>
            <FilterName filter={chip} heightMetres={neededMetres} />
            {count !== null && ` ${format.number(count)}`}
          </Chip>
        )
      })}
    </ChipRow>
  )
}
