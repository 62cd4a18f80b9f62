// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { MapIcon } from '../../ui/icons-place.tsx'
import styles from './list.module.css'
import { parseListAddress } from './list-address.ts'
import { ListForm } from './list-form.tsx'
import { ParkPageList } from './park-page-list.tsx'

/** Find Parking: every car park of a country, page by page, filtered by text or kind. */
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
      <ListForm address={address} />
      <ParkPageList address={address} />
    </div>
  )
}
