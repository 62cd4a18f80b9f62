// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { SEARCH_LIMIT } from '../../domain/search-text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { useNow } from '../../parts/use-now.ts'
import { usePlanOf } from '../../queries/use-plans.ts'
import { stayOf, useSearchDraft } from '../../stores/search-draft.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { NothingFoundDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SlidersIcon } from '../../ui/icons-action.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ParkCardSkeleton } from '../../ui/park-card.tsx'
import { useFormat } from '../../i18n/format.ts'
import { hasFilters, listHref, type ListAddress, NO_FILTERS } from './list-address.ts'
import { ListChips } from './list-chips.tsx'
import { arrange, toPriced, withSpaces } from './list-parks.ts'
import styles from './list.module.css'
import { ParkList } from './park-list.tsx'
import { LIST_SIZE, type ListPark, useParkPage, type ParkPage } from './use-park-page.ts'

const SKELETONS = [1, 2, 3, 4, 5]

/** One page of cards, or why it is empty. */
export function ParkPageList({ address }: { readonly address: ListAddress }) {
  const page = useParkPage(address)
  return (
    <>
      <ListChips address={address} known={page.known} />
      <Listed address={address} page={page} />
    </>
  )
}

function Listed({ address, page }: { readonly address: ListAddress; readonly page: ParkPage }) {
  const { t } = useLingui()
  const { listed, others } = page
  const { isCheapestFirst } = address
  if (page.isLoading) {
    return (
      <div role="status" aria-busy="true" aria-label={t`Loading car parks`}>
        {SKELETONS.map((key) => (
          <ParkCardSkeleton key={key} />
        ))}
      </div>
    )
  }
  return (
    <>
      <Failure page={page} />
      {listed !== null && listed.parks.length > 0 && (
        <>
          <div className={styles.count}>
            <Showing page={address.page} total={listed.total} count={listed.parks.length} />
            <SavedNote savedAt={page.savedAt} fresh={false} />
          </div>
          <Cards parks={listed.parks} isCheapestFirst={isCheapestFirst} />
          {address.text !== '' && listed.total >= SEARCH_LIMIT && <ListEnd />}
          <Pager address={address} total={listed.total} />
        </>
      )}
      {listed !== null && listed.parks.length === 0 && others.length === 0 && <Nothing address={address} />}
      {others.length > 0 && (
        <OnThisPhone
          key={listHref(address)}
          parks={others}
          isCheapestFirst={isCheapestFirst}
          title={listed === null ? t`On this phone` : t`Also on this phone`}
        />
      )}
    </>
  )
}

function Nothing({ address }: { readonly address: ListAddress }) {
  const navigate = useNavigate()
  if (hasFilters(address)) {
    const takeOff = () => void navigate(listHref({ ...address, ...NO_FILTERS, page: 1 }), { replace: true })
    return (
      <EmptyState
        icon={<SlidersIcon size={28} />}
        title={<Trans>No car parks match these filters</Trans>}
        text={<Trans>Car parks that don’t say are left out.</Trans>}
        action={
          <Button kind="secondary" onClick={takeOff}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title={<Trans>No car park found</Trans>}
      text={<Trans>Try fewer words, or another country.</Trans>}
    />
  )
}

interface CardsProps {
  readonly parks: readonly ListPark[]
  readonly isCheapestFirst: boolean
}

function Cards({ parks, isCheapestFirst }: CardsProps) {
  const format = useFormat()
  const now = useNow()
  const [openedAt] = useState(now)
  const draft = useSearchDraft()
  const stay = stayOf(draft, openedAt)
  const { vehicleTypeId } = draft
  const free = useFreeSpaces(parks, stay)
  const planOf = usePlanOf()
  const duration = format.duration(stay.untilMs - stay.fromMs)
  const listed = withSpaces(toPriced(parks, { stay, vehicleTypeId, planOf }), free)
  return (
    <>
      <p className={styles.count}>
        <Trans>Totals are for {duration}.</Trans>
      </p>
      <ParkList
        listed={isCheapestFirst ? arrange(listed, { sort: 'cheapest', filters: [], vehicleTypeId }) : listed}
        stay={stay}
        vehicleTypeId={vehicleTypeId}
        selectedId={null}
        tap="open"
      />
    </>
  )
}

/** Saved car parks that did not come from this list. They are not one of its pages, so no total is shown. */
function OnThisPhone({ parks, isCheapestFirst, title }: CardsProps & { readonly title: string }) {
  const [count, setCount] = useState(LIST_SIZE)
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <Cards parks={parks.slice(0, count)} isCheapestFirst={isCheapestFirst} />
      {count < parks.length && (
        <div className={styles.pager}>
          <Button kind="secondary" size="small" onClick={() => setCount(count + LIST_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

function Showing({ page, total, count }: { readonly page: number; readonly total: number; readonly count: number }) {
  const format = useFormat()
  const from = format.number((page - 1) * LIST_SIZE + 1)
  const to = format.number((page - 1) * LIST_SIZE + count)
  const all = format.number(total)
  return (
    <p>
      <Trans>
        Showing {from} to {to} of {all} entries
      </Trans>
    </p>
  )
}

/** The provider stops counting here; a more specific search is needed. */
function ListEnd() {
  const format = useFormat()
  const all = format.number(SEARCH_LIMIT)
  return (
    <p className={styles.count}>
      <Trans>The list ends at {all} car parks. Add a word to your search to find others.</Trans>
    </p>
  )
}

/** When the request failed: says that the car parks shown are saved ones. */
function Failure({ page: { failure, listed, others, askAgain } }: { readonly page: ParkPage }) {
  const { t } = useLingui()
  if (failure === null) return null
  const isNothing = others.length === 0 && (listed === null || listed.parks.length === 0)
  return (
    <div className={styles.failure}>
      {failure.kind === 'offline' ? (
        <Note
          icon={<NoSignalIcon size={24} />}
          role="status"
          title={isNothing ? <Trans>Nothing saved for this list</Trans> : <Trans>Saved on this phone</Trans>}
        >
          <Trans>You need a connection to see the whole list.</Trans>
        </Note>
      ) : (
        <FailureNote failure={failure} doing={t`Searching`} />
      )}
      <Button kind="secondary" size="small" onClick={askAgain}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

function Pager({ address, total }: { readonly address: ListAddress; readonly total: number }) {
  const { t } = useLingui()
  const pages = Math.ceil(total / LIST_SIZE)
  if (pages <= 1) return null
  const look = buttonLook({ kind: 'secondary', size: 'small' })
  return (
    <nav className={styles.pager} aria-label={t`Pages`}>
      {address.page > 1 && (
        <Link to={listHref({ ...address, page: address.page - 1 })} rel="prev" {...look}>
          <Trans>Previous</Trans>
        </Link>
      )}
      {address.page < pages && (
        <Link to={listHref({ ...address, page: address.page + 1 })} rel="next" {...look}>
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  )
}
