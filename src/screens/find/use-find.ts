import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { parseSearchAddress, searchKeyOf, type SearchAddress } from '../../parts/search-address.ts'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { useNow } from '../../parts/use-now.ts'
import { usePlanOf } from '../../queries/use-plans.ts'
import { useRecents } from '../../queries/use-recents.ts'
import { useLikelyCountry } from '../../parts/country-guess.ts'
import { useMapView } from '../../stores/map-view.ts'
import { usePosition, type Fix } from '../../stores/position.ts'
import { stayOf, useSearchDraft, type Stay } from '../../stores/search-draft.ts'
import { arrange, toPriced, type ListedPark, withSpaces } from './list-parks.ts'
import { offerFilters, type FilterOffer } from './park-filters.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import { useListOrder, type ChosenOrder } from './use-list-order.ts'
import { NEAR_LIMIT, useFindResults, type FindRequest, type FindResults } from './use-find-results.ts'

export interface Find {
  readonly results: FindResults
  readonly listed: readonly ListedPark[]
  /**
   * The first card when none was chosen; null when there is none, or when several are within the position's accuracy.
   */
  readonly selected: ListedPark | null
  readonly filterOffers: readonly FilterOffer[]
  readonly order: ChosenOrder
  readonly isLimited: boolean
  readonly stay: Stay
  readonly vehicleTypeId: VehicleTypeId
  /** Time zone of the car parks found; the phone's until one is. */
  readonly zone: string
  /** Name of the search. */
  readonly label: string
  readonly searchKey: string
}

const isFix = (near: SearchAddress['near'], fix: Fix | null): boolean =>
  near !== null && fix !== null && Math.abs(near.lat - fix.lat) < 1e-4 && Math.abs(near.lng - fix.lng) < 1e-4

/** Returns the URL's search; for an empty one, the last search on this phone, else the country's largest city. */
function useRequest(address: SearchAddress): FindRequest {
  const recents = useRecents()
  const country = useLikelyCountry()
  if (address.text !== '' || address.near !== null) return { text: address.text, near: address.near, isOwn: true }
  const last = recents.status === 'ready' ? recents.value.searches[0] : undefined
  if (last !== undefined) return { text: last.text, near: last.near, isOwn: true }
  const { name, lat, lng } = START_PLACE[country ?? 'NG']
  return { text: name, near: { lat, lng }, isOwn: false }
}

/** Everything the find screen shows, from the URL, the mirror and the chosen filters. */
export function useFind(): Find {
  const { t } = useLingui()
  const [params] = useSearchParams()
  const address = parseSearchAddress(params)
  const request = useRequest(address)
  const { selectedId, openSearch } = useMapView()
  const order = useListOrder()
  const change = useSearchDraft((draft) => draft.change)
  const fix = usePosition((position) => position.fix)
  // "Now" is fixed when the page opens, so prices do not change while the driver reads them.
  const now = useNow()
  const [openedAt] = useState(now)
  const stay = stayOf(address, openedAt)
  const { vehicleTypeId } = address
  const searchKey = searchKeyOf(request)
  const query = params.toString()

  useEffect(() => openSearch(searchKey), [openSearch, searchKey])
  useEffect(() => {
    // The form shows the URL's values, also after going back.
    const { text, near, fromMs, untilMs, vehicleTypeId: typeId } = parseSearchAddress(new URLSearchParams(query))
    change({ text, near, fromMs, untilMs, vehicleTypeId: typeId })
  }, [change, query])

  const results = useFindResults(request)
  const free = useFreeSpaces(results.parks, stay)
  const planOf = usePlanOf()
  const priced = toPriced(results.parks, { stay, vehicleTypeId, planOf })
  const found = withSpaces(priced, free)
  const listed = arrange(found, { ...order, vehicleTypeId })
  // With several car parks within the position's accuracy, none is preselected.
  const areSeveralHere =
    isFix(request.near, fix) &&
    listed.filter(({ distanceMetres }) => distanceMetres !== null && distanceMetres <= (fix?.accuracyMetres ?? 0))
      .length > 1
  const label = request.text === '' ? (isFix(request.near, fix) ? t`Near me` : t`Chosen place`) : request.text
  return {
    results,
    listed,
    selected: listed.find(({ park }) => park.id === selectedId) ?? (areSeveralHere ? null : (listed[0] ?? null)),
    filterOffers: offerFilters(found, order.filters, { vehicleTypeId }),
    order,
    isLimited: results.parks.length >= NEAR_LIMIT,
    stay,
    vehicleTypeId,
    zone: results.parks[0]?.timezone ?? phoneZone(),
    label,
    searchKey,
  }
}
