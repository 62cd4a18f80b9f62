// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { dismissRegion, loadPackList } from '../../actions/regions.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { findRegionAt } from '../../domain/region-at.ts'
import { useFormat } from '../../i18n/format.ts'
import { useRegionChoices, useRegionOffers, useRegions } from '../../queries/use-regions.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, DownloadIcon } from '../../ui/icons-action.tsx'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'
import styles from './list.module.css'
import type { ListedPark } from './list-parks.ts'

export interface RegionOfferProps {
  /** The first park of the list: where the driver is looking. */
  readonly park: ListedPark['park']
}

/** One line below the list that offers to save the searched region, unless it is saved or was declined. */
export default function RegionOffer({ park: { lat, lng, country_code: country } }: RegionOfferProps) {
  const { t } = useLingui()
  const format = useFormat()
  const regions = useRegions()
  const choices = useRegionChoices()
  const offers = useRegionOffers(country)
  // A failure is ignored: without the list there is no offer.
  useEffect(() => void loadPackList(country), [country])
  if (lat === null || lng === null || regions === undefined || choices === undefined) return null
  const listed = offers.status === 'ready' ? (offers.value ?? []) : []
  const offer = findRegionAt(listed, { lat, lng })
  if (offer === undefined || choices.dismissed.includes(offer.region)) return null
  if (regions.some(({ region }) => region === offer.region)) return null
  const { name } = offer
  const size = format.bytes(offer.streets.reduce((sum, street) => sum + street.bytes, offer.bytes))
  return (
    <div className={styles.offer}>
      <Link to={moreRoutes.regions.href()} {...listRowLook()}>
        <ListRowFace
          icon={<DownloadIcon />}
          title={<Trans>Keep {name} on this phone</Trans>}
          detail={
            <>
              {size}
              {' · '}
              <Trans>works offline</Trans>
            </>
          }
        />
      </Link>
      <IconButton label={t`Dismiss`} icon={<CloseIcon />} onClick={() => void dismissRegion(offer.region)} />
    </div>
  )
}
