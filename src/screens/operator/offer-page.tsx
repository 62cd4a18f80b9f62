// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { type Key, type ReactNode, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import type { Page } from '../../contract/common.ts'
import type { OperatorKeyWire } from '../../contract/operator.ts'
import type { Result } from '../../lib/result.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'
import { Pager } from './pager.tsx'
import type { OwnPark } from './park-choice.tsx'

interface OfferPageProps<Item, Added> {
  readonly operator: OperatorKeyWire
  readonly load: (page: number) => Promise<Result<Page<Item>, ActionError>>
  readonly keyOf: (item: Item) => Key
  /** Of the list: its name, the description of its loading, and the text shown while it is empty. */
  readonly label: string
  readonly doing: string
  readonly empty: ReactNode
  readonly renderCard: (item: Item, onChanged: () => void) => ReactNode
  readonly renderForm: (parks: readonly OwnPark[], onAdded: (added: Added) => void) => ReactNode
  /** Renders a note about the item just added: an `AddedNote`, or more. */
  readonly renderAdded: (added: Added) => ReactNode
}

/** The current and ended offers of the operator's car parks, and a form for a new one. */
export function OfferPage<Item, Added = Item>({
  operator,
  load,
  keyOf,
  label,
  doing,
  empty,
  ...parts
}: OfferPageProps<Item, Added>) {
  const [number, setNumber] = useState(1)
  const [added, setAdded] = useState<{ readonly value: Added; readonly count: number } | null>(null)
  const { value: list, failure, reload } = useLoaded(load, number)
  const parks = operator.parks ?? []
  if (parks.length === 0) {
    return (
      <p>
        <Trans>No car park belongs to your organisation yet.</Trans>
      </p>
    )
  }
  const count = added?.count ?? 0
  const onAdded = (value: Added) => {
    setAdded({ value, count: count + 1 })
    reload()
  }
  return (
    <div className={page.columns}>
      <section className={page.stack} aria-label={label}>
        {failure !== null && <ConsoleFailure failure={failure} doing={doing} />}
        {list === null && failure === null && <Skeleton size="card" width="full" />}
        {list?.items.length === 0 && <p className={page.card}>{empty}</p>}
        {list?.items.map((item) => (
          <div key={keyOf(item)}>{parts.renderCard(item, reload)}</div>
        ))}
        <Pager number={number} pages={list?.pages ?? 1} onChange={setNumber} />
      </section>
      <div className={page.stack}>
        {added !== null && parts.renderAdded(added.value)}
        <div key={count}>{parts.renderForm(parks, onAdded)}</div>
      </div>
    </div>
  )
}

export function AddedNote({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <Note icon={<CircleCheckIcon size={24} />} title={title} role="status">
      <p>{children}</p>
    </Note>
  )
}
