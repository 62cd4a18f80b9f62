// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepRegion } from '../../actions/regions.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import type { RegionOffer } from '../../queries/use-regions.ts'
import { DownloadIcon } from '../../ui/icons-action.tsx'
import { bytesOf } from './bytes-of.ts'
import styles from './regions.module.css'

/** A region's size and content, shown before any download. */
export function OfferCard({ offer }: { readonly offer: RegionOffer }) {
  const { t } = useLingui()
  const format = useFormat()
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  const { name } = offer
  const size = format.bytes(bytesOf(offer))
  return (
    <section className={styles.card}>
      <h2>
        <Trans>
          Keep {name} on this phone: {size}
        </Trans>
      </h2>
      <p>
        <Plural value={offer.parks} one="# car park with its prices" other="# car parks with their prices" />
        {', '}
        {offer.streets.length > 0 ? <Trans>streets and their names. No photos.</Trans> : <NoStreets />}
      </p>
      {failure !== null && <FailureNote failure={failure} doing={t`Keeping a region`} />}
      <OnlineButton
        doing={t`Keeping a region`}
        icon={<DownloadIcon />}
        busy={isBusy}
        onClick={() => void run(() => keepRegion(offer))}
      >
        <Trans>Keep {name}</Trans>
      </OnlineButton>
    </section>
  )
}

const NoStreets = () => <Trans>street names. No street map yet, no photos.</Trans>
