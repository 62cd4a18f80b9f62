// Its state changes with every keystroke: what the compiler adds would be a third of its bytes.
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
  /** The vehicle field: saved vehicles come with the data layer, which the first paint does without. */
  readonly vehicle: ReactNode
  /** IANA zone that times are typed and shown in. */
  readonly zone: string
  /** wide: two rows in the hero of a large screen. */
  readonly layout?: 'stack' | 'wide'
  /** After the address has changed: closes what the form stands in. */
  readonly onSearch?: () => void
}

/** Where, from when until when, with what. It writes the draft while being edited and an address when sent. */
export function SearchForm({ vehicle, zone, layout = 'stack', onSearch }: SearchFormProps) {
  const navigate = useNavigate()
  const now = useNow()
  const draft = useSearchDraft()
  const [isEmpty, setEmpty] = useState(false)

  const go = (place: Pick<typeof draft, 'text' | 'near'>) => {
    setEmpty(false)
    const current = useSearchDraft.getState()
    // The address keeps its times, "now" too: a reload or Back asks for the same stay.
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
      // Before the app runs, the browser sends what was typed to the same address.
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
