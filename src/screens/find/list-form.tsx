// Rarely rendered; memoisation would double this file.
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

/**
 * Shows the URL's search text, unless the driver has typed since: an earlier search's list may load while the next is
 * being typed.
 */
export function ListForm({ address }: { readonly address: ListAddress }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const format = useFormat()
  const [typed, setTyped] = useState({ text: address.text, isSent: true, for: address.text })
  // Set during render: an effect would first show the old text.
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
