// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { Instant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { ParkName } from '../../parts/park-name.tsx'
import { RatingText } from '../../parts/rating.tsx'
import { AgeLine } from '../../parts/price-age.tsx'
import { useNow } from '../../parts/use-now.ts'
import { pricePark, type Park } from '../../queries/price-park.ts'
import { usePlanTerms } from '../../queries/use-plans.ts'
import { stayOf, useSearchDraft } from '../../stores/search-draft.ts'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { ParkPlace } from '../../ui/park-card.tsx'

export interface ParkRowsProps {
  readonly parks: readonly (Park & { readonly distance_m?: number; readonly savedAt?: number })[]
  /** 22 px. */
  readonly icon: ReactNode
  /** Id of the heading that names the list. */
  readonly label: string
}

/** Car parks with their total for the chosen time. */
export function ParkRows({ parks, icon, label }: ParkRowsProps) {
  const now = useNow()
  const draft = useSearchDraft()
  const stay = stayOf(draft, now)
  return (
    <RowList label={label}>
      {parks.map((park) => (
        <li key={park.id}>
          <Link
            to={routes.park.href(park.slug, { ...stay, vehicleTypeId: draft.vehicleTypeId })}
            {...listRowLook('place')}
          >
            <ParkRowFace park={park} icon={icon} fromMs={stay.fromMs} untilMs={stay.untilMs} />
          </Link>
        </li>
      ))}
    </RowList>
  )
}

export interface ParkRowFaceProps {
  readonly park: ParkRowsProps['parks'][number]
  readonly icon: ReactNode
  readonly fromMs: Instant
  readonly untilMs: Instant
  /** Shown beside the address. */
  readonly badge?: ReactNode
}

export function ParkRowFace({ park, icon, fromMs, untilMs, badge }: ParkRowFaceProps) {
  const format = useFormat()
  const vehicleTypeId = useSearchDraft((draft) => draft.vehicleTypeId)
  const price = pricePark(park, { fromMs, untilMs, vehicleTypeId, plan: usePlanTerms(park) })
  const duration = format.duration(untilMs - fromMs)
  const distance =
    park.distance_m === undefined ? {} : { distance: format.distance(park.distance_m, park.country_code) }
  return (
    <ListRowFace
      icon={icon}
      title={<ParkName park={park} />}
      detail={
        <>
          <ParkPlace address={park.address ?? park.city ?? park.state} {...distance} />{' '}
          <RatingText rating={park.rating} /> {badge}
        </>
      }
      end={
        price.ok ? (
          <strong data-now>
            {format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })}
          </strong>
        ) : (
          <Trans>No price</Trans>
        )
      }
      endDetail={
        <>
          {park.rate.tariff.demo ? <Trans>{duration}, demo price</Trans> : duration}
          {price.ok && park.savedAt !== undefined && <AgeLine savedAt={park.savedAt} zone={park.timezone} />}
        </>
      }
    />
  )
}
