import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../i18n/format.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { changeCountry } from '../parts/change-country.ts'
import { inOrder } from '../parts/country-order.ts'
import { useCountries } from '../queries/use-countries.ts'
import { Flag } from '../ui/flag.tsx'
import { CheckIcon } from '../ui/icons-action.tsx'
import { listRowLook, ListRowFace, RowList } from '../ui/list-row.tsx'
import { useObservable } from './use-observable.ts'

/** Every country with its flag; the one in use is ticked. */
export default function CountryMenu({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const chosen = useObservable(selectedCountry)
  const countries = useCountries()
  if (countries.status !== 'ready') return null
  return (
    <RowList label={t`Countries`}>
      {inOrder(countries.value).map((code) => (
        <li key={code}>
          <button
            type="button"
            {...listRowLook()}
            aria-current={code === chosen?.code || undefined}
            onClick={() => {
              changeCountry(code)
              onChosen()
            }}
          >
            <ListRowFace
              icon={<Flag code={code} />}
              title={format.country(code)}
              {...(code === chosen?.code ? { end: <CheckIcon /> } : {})}
            />
          </button>
        </li>
      ))}
    </RowList>
  )
}
