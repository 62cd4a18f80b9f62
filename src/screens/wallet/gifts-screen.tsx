// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router-dom'
import { loadGifts } from '../../actions/gifts.online.ts'
import { routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useGifts } from '../../queries/use-gifts.ts'
import { useUnconfirmedGifts } from '../../queries/use-unconfirmed.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BuyGift } from './buy-gift.tsx'
import { GiftRow } from './gift-row.tsx'
import { RedeemGift } from './redeem-gift.tsx'
import styles from './wallet.module.css'

/** /wallet/gifts: buys credit for someone else, and redeems a received code. Purchased gifts are readable offline. */
export default function GiftsScreen() {
  const { t } = useLingui()
  const { hash } = useLocation()
  const saved = useGifts()
  const { failure, isRefreshing } = useRefresh(loadGifts, null)
  const gifts = saved.status === 'ready' ? saved.value : null
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.wallet.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Gifts</Trans>}
      />
      <div className={styles.pad}>
        <UnconfirmedGifts />
        <RedeemGift key={hash} linked={hash.slice(1)} />
        <BuyGift />
      </div>
      <section className={styles.section}>
        <h2>
          <Trans>Gifts you bought</Trans>
        </h2>
        <div className={styles.pad}>
          {saved.status === 'ready' && gifts !== null && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
          {gifts !== null && <RefreshFailure failure={failure} doing={t`Updating the list`} />}
          {gifts === null && failure !== null && <FailureNote failure={failure} doing={t`Loading your gifts`} />}
          {gifts === null && isRefreshing && <Skeleton size="card" width="full" />}
          {gifts?.length === 0 && (
            <p>
              <Trans>None yet.</Trans>
            </p>
          )}
        </div>
        {gifts !== null && gifts.length > 0 && (
          <RowList label={t`Gifts you bought`}>
            {gifts.map((gift) => (
              <li key={gift.gift_id}>
                <GiftRow gift={gift} />
              </li>
            ))}
          </RowList>
        )}
      </section>
    </div>
  )
}

/** Unconfirmed requests about gifts. */
function UnconfirmedGifts() {
  const unconfirmed = useUnconfirmedGifts()
  if (unconfirmed.status !== 'ready') return null
  const titles = {
    'gift.buy': <Trans>Buying a gift</Trans>,
    'gift.cancel': <Trans>Cancelling a gift</Trans>,
    'gift.redeem': <Trans>Redeeming a gift</Trans>,
  }
  return unconfirmed.value.map(({ request }) => (
    <UnansweredNote key={request.id} request={request} title={titles[request.kind]} />
  ))
}
