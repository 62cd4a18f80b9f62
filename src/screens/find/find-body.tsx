import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useConnection } from '../../queries/use-connection.ts'
import { PAGE_SIZE, useMapView } from '../../stores/map-view.ts'
import { Button } from '../../ui/button.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ParkCardSkeleton } from '../../ui/park-card.tsx'
import { FindEmpty } from './find-empty.tsx'
import styles from './find.module.css'
import { LaterOffer } from './later-offer.tsx'
import type { ListedPark } from './list-parks.ts'
import { ParkList, type ParkListProps } from './park-list.tsx'
import type { Find } from './use-find.ts'

const SKELETONS = [1, 2, 3, 4]

export interface FindBodyProps extends Pick<ParkListProps, 'selectedId' | 'tap'> {
  readonly onSelect: (id: number) => void
  readonly find: Find
  readonly shown: readonly ListedPark[]
}

/** The loading state, the empty state or the cards; then the effects of a failed connection. */
export function FindBody({ find, shown, ...list }: FindBodyProps) {
  const { t } = useLingui()
  const { state } = useConnection()
  const { results, listed } = find
  const isOffline = state === 'offline'
  if (results.isLoading) {
    return (
      <div role="status" aria-busy="true" aria-label={t`Loading car parks`}>
        {SKELETONS.map((key) => (
          <ParkCardSkeleton key={key} />
        ))}
      </div>
    )
  }
  if (listed.length === 0) return <FindEmpty find={find} isOffline={isOffline} />
  return (
    <>
      {results.failure !== null && results.failure.kind !== 'offline' && (
        <div className={styles.note}>
          <FailureNote failure={results.failure} doing={t`Searching`} />
          <Button kind="secondary" size="small" onClick={results.askAgain}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      <ParkList listed={shown} stay={find.stay} vehicleTypeId={find.vehicleTypeId} {...list} />
      {shown.length < listed.length && <ShowMore shownCount={shown.length} total={listed.length} />}
      {shown[0] !== undefined && <LaterOffer park={shown[0].park} />}
      {isOffline && (
        <div className={styles.offline}>
          <Note icon={<NoSignalIcon size={24} />} title={<Trans>Booking needs a connection.</Trans>}>
            <p>
              <Trans>The list, prices and your passes still work.</Trans>
            </p>
          </Note>
        </div>
      )}
    </>
  )
}

function ShowMore({ shownCount, total }: { readonly shownCount: number; readonly total: number }) {
  const format = useFormat()
  const change = useMapView((view) => view.change)
  const all = format.number(total)
  return (
    <div className={styles.more}>
      <p>
        <Plural value={shownCount} other={`# of ${all} shown`} />
      </p>
      <Button kind="secondary" size="small" onClick={() => change({ shownCount: shownCount + PAGE_SIZE })}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
