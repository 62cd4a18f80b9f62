import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useIsWide } from '../../parts/use-is-wide.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMapView } from '../../stores/map-view.ts'
import { hasStartPassed } from '../../stores/search-draft.ts'
import { FindSheet } from '../../ui/find-sheet.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FindBody } from './find-body.tsx'
import { FindHeading } from './find-heading.tsx'
import { FindMapArea } from './find-map-area.tsx'
import { FindTop } from './find-top.tsx'
import styles from './find.module.css'
import { SearchDialog } from './search-dialog.tsx'
import { SelectedPark } from './selected-park.tsx'
import { useFind } from './use-find.ts'
import { WideSearch } from './wide-search.tsx'

/** The map with the list over it, or side by side where there is room. The list works without the map. */
export default function FindScreen() {
  const { t } = useLingui()
  const format = useFormat()
  const isWide = useIsWide()
  const [isSearching, setSearching] = useState(false)
  const { sheet, shownCount, change } = useMapView()
  const find = useFind()
  const { listed, selected, stay, zone, label } = find
  // Selecting a park on the map extends the list up to its card.
  const select = (id: number) => {
    const place = listed.findIndex(({ park }) => park.id === id) + 1
    change({ selectedId: id, shownCount: Math.max(shownCount, place) })
  }
  const now = useNow()
  const passed = hasStartPassed(stay.fromMs, now) ? format.savedAt(stay.fromMs, { zone, now }) : null
  const duration = format.duration(stay.untilMs - stay.fromMs)
  const shown = listed.slice(0, shownCount)

  return (
    <div className={styles.find} data-sheet={sheet}>
      <div className={styles.side}>
        {isWide ? (
          <WideSearch zone={zone} />
        ) : (
          <FindTop label={label} stay={stay} zone={zone} onSearch={() => setSearching(true)} />
        )}
        <div data-over-map>
          <FilterChips order={find.order} offers={find.filterOffers} vehicleTypeId={find.vehicleTypeId} />
        </div>
        <FindSheet
          height={sheet}
          onHeight={(next) => change({ sheet: next })}
          label={t`Car parks`}
          heading={
            <FindHeading
              count={listed.length}
              isLimited={find.isLimited}
              isLoading={find.results.isLoading}
              duration={duration}
              passed={passed}
            />
          }
        >
          <FindBody
            find={find}
            shown={shown}
            selectedId={selected?.park.id ?? null}
            onSelect={select}
            tap={isWide ? 'select' : 'open'}
          />
        </FindSheet>
      </div>
      <div className={styles.mapArea}>
        <FindMapArea find={find} selectedId={selected?.park.id ?? null} onSelect={select} isWide={isWide} />
        {isWide && selected !== null && <SelectedPark item={selected} stay={stay} vehicleTypeId={find.vehicleTypeId} />}
      </div>
      <SearchDialog open={isSearching} onClose={() => setSearching(false)} zone={zone} />
    </div>
  )
}
