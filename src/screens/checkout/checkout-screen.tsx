import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { loadPark } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { usePark } from '../../queries/use-park.ts'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { StayText } from './stay-text.tsx'
import { useIsGuest } from './use-is-guest.ts'
import styles from './checkout.module.css'

/** /checkout/{slug}: time, vehicle, price, pay on one page. */
export default function CheckoutScreen() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const park = usePark(slug)
  // Saved vehicles and a field for a plate are different forms: one must not turn into the other under the finger.
  const isLoaded = useVehicles().status === 'ready'
  const [wasLoaded, setLoaded] = useState(isLoaded)
  if (isLoaded && !wasLoaded) setLoaded(true)
  // Paying as a guest opens a session, whose vehicles are looked for anew: the form stays.
  const isReady = isLoaded || wasLoaded
  const isGuest = useIsGuest()
  const [isChanging, setChanging] = useState(false)
  const { failure, retry } = useRefresh(loadPark, slug)

  const saved = park.status === 'ready' ? park.value : null
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.park.href(slug)} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={saved === null ? <Trans>Checkout</Trans> : saved.name}
        detail={
          saved === null ? undefined : isGuest ? (
            <StayText park={saved} />
          ) : (
            [saved.address, saved.city].filter((part) => part !== null).join(', ')
          )
        }
        end={
          saved !== null &&
          isGuest &&
          !isChanging && (
            <Button kind="soft" size="small" onClick={() => setChanging(true)}>
              <Trans>Change</Trans>
            </Button>
          )
        }
      />
      {saved !== null && park.status === 'ready' && isReady && (
        <CheckoutForm park={saved} priceSavedAt={park.savedAt} isGuest={isGuest} showsTime={!isGuest || isChanging} />
      )}
      {(saved === null ? failure === null : !isReady) && <CheckoutSkeleton />}
      {saved === null && failure !== null && (
        <div className={styles.pad}>
          <FailureNote failure={failure} doing={t`Opening this page`} />
          <Button kind="secondary" wide onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="card" width="full" />
      <Skeleton size="button" width="full" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}
