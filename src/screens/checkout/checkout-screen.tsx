import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { loadPark } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { usePark } from '../../queries/use-park.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutSkeleton, NotLoaded, useIsFormReady } from './checkout-page.tsx'
import { StayText } from './stay-text.tsx'
import { useIsGuest } from './use-is-guest.ts'
import styles from './checkout.module.css'

/** /checkout/{slug}: time, vehicle, price and payment on one page. */
export default function CheckoutScreen() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const park = usePark(slug)
  const isReady = useIsFormReady()
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
      {saved === null && failure !== null && <NotLoaded failure={failure} onRetry={retry} />}
    </div>
  )
}
