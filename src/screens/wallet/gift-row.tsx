// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { cancelGift } from '../../actions/gifts.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { Gift } from '../../contract/gifts.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useNow } from '../../parts/use-now.ts'
import { useShare } from '../../parts/use-share.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'
import styles from './wallet.module.css'

/** A purchased gift: its state and, until it is redeemed, its code. */
export function GiftRow({ gift }: { readonly gift: Gift }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { failure, isBusy, run } = useSingleFlight<Gift>(() => undefined)
  const amount = format.money({ amountMinor: gift.amount, currency: gift.currency })
  const states = {
    open: t`Not redeemed yet`,
    redeemed: t`Redeemed`,
    cancelled: t({ message: 'Cancelled', context: 'a gift' }),
  }
  return (
    <>
      <div {...listRowLook('place')}>
        <ListRowFace
          title={states[gift.state]}
          detail={
            <>
              {format.dayTime(mustInstant(gift.created_at), { zone: phoneZone(), now })}
              {gift.email !== null && <>, {gift.email}</>}
            </>
          }
          end={amount}
        />
      </div>
      <div className={styles.pad}>
        {gift.state === 'open' && (
          <ShareGift gift={gift}>
            <OnlineButton
              doing={t`Cancelling`}
              kind="plain"
              size="small"
              busy={isBusy}
              busyLabel={<Trans>Sending…</Trans>}
              onClick={() => void run(() => cancelGift(gift))}
            >
              <Trans>Cancel gift</Trans>
            </OnlineButton>
          </ShareGift>
        )}
        {failure !== null && failure.kind !== 'outcome_unknown' && (
          <FailureNote failure={failure} doing={t`Cancelling`} />
        )}
      </div>
    </>
  )
}

interface ShareGiftProps {
  readonly gift: Gift
  readonly children?: React.ReactNode
}

/** The code, and a link that contains it. Works offline. */
export function ShareGift({ gift, children }: ShareGiftProps) {
  const { t } = useLingui()
  const { isCopied, refused, open } = useShare()
  const { code } = gift
  if (code === null) return null
  return (
    <div className={parts.form}>
      <p>
        <Trans>
          Code: <strong>{code}</strong>
        </Trans>
      </p>
      <ButtonRow>
        <Button
          kind="secondary"
          size="small"
          onClick={() => void open({ title: t`A Baywise gift for you`, path: moreRoutes.gifts.href(code) })}
        >
          {isCopied ? <Trans>Link copied</Trans> : <Trans>Share link</Trans>}
        </Button>
        {children}
      </ButtonRow>
      {refused !== null && <p className={parts.small}>{refused}</p>}
    </div>
  )
}
