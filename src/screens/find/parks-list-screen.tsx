// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { COUNTRIES, isCountryCode } from '../../domain/country.ts'
import { toSearchText } from '../../domain/search-text.ts'
import { useFormat } from '../../i18n/format.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { MapIcon } from '../../ui/icons-place.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './list.module.css'
import { listHref, parseListAddress, type ListAddress } from './list-address.ts'
import { ParkPageList } from './park-page-list.tsx'

/** Find Parking: every car park of a country, page by page, by words or kind. */
export default function ParksListScreen() {
  const [params] = useSearchParams()
  const country = useSelectedCountry()
  const address = parseListAddress(params, country?.code ?? 'NG')
  const { text } = address
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>
          <Trans>Find Parking</Trans>
        </h1>
        <Link
          to={routes.search.href(text === '' ? {} : { text })}
          {...buttonLook({ kind: 'secondary', size: 'small' })}
        >
          <MapIcon />
          <span>
            <Trans>Map</Trans>
          </span>
        </Link>
      </div>
      <ListForm key={text} address={address} />
      <ParkPageList address={address} />
    </div>
  )
}

function ListForm({ address }: { readonly address: ListAddress }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const format = useFormat()
  const [text, setText] = useState(address.text)
  const go = (part: Partial<ListAddress>) =>
    void navigate(listHref({ ...address, text: toSearchText(text), page: 1, ...part }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go({})
  }
  return (
    <form className={styles.form} role="search" onSubmit={submit}>
      <TextField
        label={t`Name, address or city`}
        icon={<SearchIcon />}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SelectField
        label={t`Country`}
        value={address.country}
        onChange={(event) => {
          const code = event.currentTarget.value
          if (isCountryCode(code)) go({ country: code })
        }}
      >
        {COUNTRIES.map(({ code }) => (
          <option key={code} value={code}>
            {format.country(code)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" icon={<SearchIcon />}>
        <Trans>Search</Trans>
      </Button>
    </form>
  )
}
