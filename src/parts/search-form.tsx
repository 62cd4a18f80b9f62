// The state changes with every keystroke; memoisation would be a third of this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { parseParkCode } from '../domain/code.ts'
import { toSearchText } from '../domain/search-text.ts'
import { checkStay, stayOf, useSearchDraft } from '../stores/search-draft.ts'
import { Button } from '../ui/button.tsx'
import { SearchIcon } from '../ui/icons-action.tsx'
import { LocateNote, NearMeButton } from './near-me.tsx'
import { PlaceField } from './place-field.tsx'
import { searchHref } from './search-address.ts'
import { SearchTimes } from './search-times.tsx'
import styles from './search-form.module.css'
import { useNow } from './use-now.ts'

export interface SearchFormProps {
  /** The vehicle field: saved vehicles need the data layer, which the first paint does not wait for. */
  readonly vehicle: ReactNode
  /** IANA zone that times are typed and shown in. */
  readonly zone: string
  /** wide: two rows in the hero of a large screen. */
  readonly layout?: 'stack' | 'wide'
  /** Called after the address has changed: closes the form's container. */
  readonly onSearch?: () => void
}

/**
 * Where, from when until when, and with what vehicle. Updates the draft while edited, and navigates to a search address
 * when submitted.
 */
export function SearchForm({ vehicle, zone, layout = 'stack', onSearch }: SearchFormProps) {
  const navigate = useNavigate()
  const now = useNow()
  const draft = useSearchDraft()
  const [isEmpty, setEmpty] = useState(false)

  const go = (place: Pick<typeof draft, 'text' | 'near'>) => {
    setEmpty(false)
    const current = useSearchDraft.getState()
    // The address contains fixed times, also for "now": a reload or Back asks for the same stay.
    void navigate(searchHref({ ...place, ...stayOf(current, now), vehicleTypeId: current.vehicleTypeId }))
    onSearch?.()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = toSearchText(draft.text)
    const stay = checkStay(draft, now)
    setEmpty(text === '' && draft.near === null)
    if (!stay.ok || (text === '' && draft.near === null)) return
    const code = parseParkCode(text)
    if (code.ok) void navigate(routes.park.href(code.value, stay.value))
    else go({ text, near: draft.near })
  }

  return (
    <form
      className={styles.form}
      data-layout={layout}
      role="search"
      // Before the app runs, the browser submits the form to the same address.
      action={routes.search.pattern}
      onSubmit={submit}
      noValidate
    >
      <div className={styles.place}>
        <PlaceField
          error={isEmpty ? <Trans>Type a place, or choose Near me.</Trans> : undefined}
          onChoose={(place) => {
            draft.change(place)
            go(place)
          }}
        />
        <NearMeButton onFound={(near) => go({ text: '', near })} />
      </div>
      <LocateNote onFound={(near) => go({ text: '', near })} />
      <SearchTimes zone={zone} />
      {vehicle}
      <Button type="submit" wide icon={<SearchIcon />}>
        <Trans>Find parking</Trans>
      </Button>
    </form>
  )
}
