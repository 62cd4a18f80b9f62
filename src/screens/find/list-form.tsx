// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { COUNTRIES, isCountryCode } from '../../domain/country.ts'
import { toSearchText } from '../../domain/search-text.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './list.module.css'
import { listHref, type ListAddress } from './list-address.ts'

/** Shows what the address asks for, and what was typed since: the list of an earlier search may come while the next one is typed. */
export function ListForm({ address }: { readonly address: ListAddress }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const format = useFormat()
  const [typed, setTyped] = useState({ text: address.text, isSent: true, for: address.text })
  // Of this render already: an effect would show the old text once.
  if (typed.for !== address.text)
    setTyped({ text: typed.isSent ? address.text : typed.text, isSent: typed.isSent, for: address.text })
  const { text } = typed
  const go = (part: Partial<ListAddress>) => {
    setTyped({ ...typed, isSent: true })
    void navigate(listHref({ ...address, text: toSearchText(text), page: 1, ...part }))
  }
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
        onChange={(event) => setTyped({ ...typed, text: event.currentTarget.value, isSent: false })}
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
