// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { loadPackList, lookAfterRegions } from '../../actions/regions.online.ts'
import { routes } from '../../config/routes.ts'
import { findRegionAt } from '../../domain/region-at.ts'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { useHomePlace } from '../../parts/use-home-place.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { type KeptRegion, type RegionOffer, useRegionOffers, useRegions } from '../../queries/use-regions.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import { AllRegions } from './all-regions.tsx'
import { KeptRegions } from './kept-regions.tsx'
import { LineChoice } from './line-choice.tsx'
import { OfferCard } from './offer-card.tsx'
import { RegionCard } from './region-card.tsx'
import styles from './regions.module.css'

/** /profile/regions: the regions of a country saved on this phone, and those that could be. */
export default function RegionsScreen() {
  const { t } = useLingui()
  const country = useSelectedCountry()?.code ?? 'NG'
  const regions = useRegions()
  const offers = useRegionOffers(country)
  const { failure } = useRefresh(loadPackList, country)
  useEffect(() => lookAfterRegions(), [])
  const listed = offers.status === 'ready' ? (offers.value ?? []) : []
  // Saved regions are shown without waiting for the list of available ones.
  const isAsking = regions?.length === 0 && offers.status === 'ready' && offers.value === null && failure === null
  const free = listed.filter(({ region }) => regions?.every((row) => row.region !== region) ?? false)
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.profile.href()} {...iconButtonLook()} aria-label={t`Back to your profile`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Regions on this phone</Trans>}
        detail={<Trans>Prices and streets that work offline</Trans>}
      />
      <RefreshFailure failure={failure} doing={t`Loading the regions`} />
      {regions === undefined || offers.status === 'loading' || isAsking ? (
        <Skeleton size="card" width="full" />
      ) : (
        <>
          <Regions regions={regions} listed={listed} free={free} />
          <p className={`${text.muted} ${styles.pad}`}>
            <Trans>Bookings and passes are never removed.</Trans>
          </p>
        </>
      )}
    </div>
  )
}

interface RegionsProps {
  readonly regions: readonly KeptRegion[]
  readonly listed: readonly RegionOffer[]
  /** Available regions that are not saved. */
  readonly free: readonly RegionOffer[]
}

function Regions({ regions, listed, free }: RegionsProps) {
  const [shown, setShown] = useState<string | null>(null)
  const here = useRegionHere(listed)
  // If the region here is already saved, do not offer the surrounding one instead.
  const offer = free.find(({ region }) => region === (shown ?? here?.region))
  const moving = regions.filter(({ job }) => job !== null)
  return (
    <>
      {moving.map((row) => (
        <RegionCard key={row.region} row={row} />
      ))}
      {offer !== undefined && <OfferCard key={offer.region} offer={offer} />}
      <KeptRegions regions={regions.filter(({ kept }) => kept !== null)} />
      {regions.length > 0 && <LineChoice asked={moving.find(({ job }) => job?.isAsked === true)?.name} />}
      <AllRegions free={free} onShow={setShown} />
    </>
  )
}

/** Returns the region where the driver is, or last searched. */
function useRegionHere(listed: readonly RegionOffer[]): RegionOffer | undefined {
  const at = useHomePlace()?.at
  return at === undefined ? undefined : findRegionAt(listed, at)
}
