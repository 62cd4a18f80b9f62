import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { Park } from '../../contract/parks.ts'
import { matchesTokens, searchTokens } from '../../domain/search-text.ts'
import { useFormat } from '../../i18n/format.ts'
import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import type { FoundPlace } from '../../places/place-messages.ts'
import { useFavourites } from '../../queries/use-favourites.ts'
import { useKeptParks } from '../../queries/use-kept-parks.ts'
import { pricePark } from '../../queries/price-park.ts'
import { usePlanOf } from '../../queries/use-plans.ts'
import type { KeptPark } from '../../queries/use-parks-as-typed.ts'
import { useRecents } from '../../queries/use-recents.ts'
import { useLikelyCountry } from '../country-guess.ts'
import { useMapView } from '../../stores/map-view.ts'
import { usePosition } from '../../stores/position.ts'
import { stayOf, useSearchDraft } from '../../stores/search-draft.ts'
import { GarageIcon, KeptStarIcon, LocateIcon } from '../../ui/icons-place.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { ParkName } from '../park-name.tsx'
import type { ChosenPlace } from '../place-field.tsx'
import { AgeLine } from '../price-age.tsx'
import { useNow } from '../use-now.ts'
import { kindIcon } from './kind-icon.tsx'
import { kindText } from './kind-text.tsx'
import type { Suggestion } from './suggestion-row.tsx'
import { TypedLetters } from './typed-letters.tsx'
import { type AnswerTo, usePlaceAnswer } from './use-place-answer.ts'
import { useTypedParks } from './use-typed-parks.ts'

export interface SuggestionGroup {
  readonly key: 'places' | 'favourites' | 'parks' | 'recent' | 'more'
  readonly rows: readonly Suggestion[]
}

export interface Rows {
  readonly groups: readonly SuggestionGroup[]
  readonly answer: AnswerTo | null
  /** Chosen by Enter without an arrow key: coordinates are unambiguous. */
  readonly only: Suggestion | null
}

export interface RowsAsked {
  readonly text: string
  readonly onChoose: (place: ChosenPlace) => void
  readonly onClose: () => void
}

/** Returns the driver's position or the map's centre, as of when the list opened, so that rows keep their order. */
function useNear(): LatLng | null {
  const [near] = useState<LatLng | null>(() => usePosition.getState().fix ?? useMapView.getState().centre)
  return near
}

const RECENT = 4
const RECENT_TYPED = 2

function usePlaceRows({ text, onChoose, near }: RowsAsked & { readonly near: LatLng | null }) {
  const format = useFormat()
  const country = useLikelyCountry() ?? null
  const answer = usePlaceAnswer({ text, near, country })
  const detailOf = ({ kind, as, name, city, state, countryCode, ...at }: FoundPlace) => {
    const lies = city === '' || city === name ? state : city
    const parts = [as, lies, countryCode === country ? '' : format.country(countryCode)]
    if (near !== null) parts.push(format.distance(distanceMetres(near, at), countryCode))
    return (
      <>
        {kindText(kind)}
        {parts.filter(Boolean).map((part) => `, ${part ?? ''}`)}
      </>
    )
  }
  const rows = (answer?.places ?? []).map((place): Suggestion => ({
    key: `${place.name}|${place.kind}|${String(place.lat)}|${String(place.lng)}`,
    icon: kindIcon(place.kind),
    title: <TypedLetters name={place.name} text={text} />,
    detail: detailOf(place),
    choose: () => onChoose({ text: place.name, near: { lat: place.lat, lng: place.lng } }),
  }))
  const { position } = answer ?? {}
  if (position?.kind !== 'at') return { answer, rows, only: null }
  const shown = `${String(position.at.lat)}, ${String(position.at.lng)}`
  const only: Suggestion = {
    ...{ key: 'position', icon: <LocateIcon />, title: shown },
    detail: position.isSwapped ? <Trans>Read as longitude, latitude</Trans> : <Trans>Position</Trans>,
    choose: () => onChoose({ text: shown, near: position.at }),
  }
  return { answer, rows: [only], only: answer?.text === text ? only : null }
}

function useToParkRow({ text, onClose, near }: RowsAsked & { readonly near: LatLng | null }) {
  const format = useFormat()
  const navigate = useNavigate()
  const now = useNow()
  const planOf = usePlanOf()
  const draft = useSearchDraft()
  const stay = stayOf(draft, now)
  const { vehicleTypeId } = draft
  const duration = format.duration(stay.untilMs - stay.fromMs)
  return (park: Park & Partial<Pick<KeptPark, 'savedAt'>>): Suggestion => {
    const price = pricePark(park, { ...stay, vehicleTypeId, plan: planOf(park) })
    const distance =
      near === null || park.lat === null || park.lng === null
        ? null
        : format.distance(distanceMetres(near, { lat: park.lat, lng: park.lng }), park.country_code)
    return {
      key: `park:${String(park.id)}`,
      icon: <GarageIcon />,
      title: (
        <ParkName park={park}>
          <TypedLetters name={park.name} text={text} />
        </ParkName>
      ),
      detail: [park.city ?? park.state, distance].filter((part) => part !== null).join(', '),
      ...(price.ok
        ? {
            end: (
              <strong>{format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })}</strong>
            ),
            endDetail: (
              <>
                {park.rate.tariff.demo ? <Trans>{duration}, demo price</Trans> : duration}
                {park.savedAt !== undefined && <AgeLine savedAt={park.savedAt} zone={park.timezone} />}
              </>
            ),
          }
        : {}),
      choose: () => {
        onClose()
        void navigate(routes.park.href(park.slug, { ...stay, vehicleTypeId }))
      },
    }
  }
}

/** Returns the driver's favourites that match the text; without a text, the latest ones. */
function useFavouriteRows({ text, onClose }: RowsAsked, toParkRow: (park: Park) => Suggestion): readonly Suggestion[] {
  const navigate = useNavigate()
  const favourites = useFavourites()
  const typed = searchTokens(text)
  const all = favourites.status === 'ready' ? favourites.value.shown : []
  const meant = all
    .filter(({ name, address }) => matchesTokens(searchTokens(`${name} ${address ?? ''}`), typed))
    .slice(0, typed.length === 0 ? RECENT : RECENT_TYPED)
  const kept = useKeptParks(meant.map(({ park_id: id }) => id))
  return meant.map(({ park_id: id, name, address, slug }) => {
    const park = kept.status === 'ready' ? kept.value.get(id) : undefined
    if (park !== undefined) return { ...toParkRow(park), icon: <KeptStarIcon /> }
    const choose = () => {
      onClose()
      void navigate(routes.park.href(slug))
    }
    return {
      ...{ key: `park:${String(id)}`, icon: <KeptStarIcon /> },
      ...{ title: <TypedLetters name={name} text={text} />, detail: address, choose },
    }
  })
}

/**
 * Returns everything below the field: places and car parks on this phone, earlier searches, then the provider's
 * results.
 */
export function useRows(asked: RowsAsked): Rows {
  const { text, onChoose } = asked
  const { t } = useLingui()
  const near = useNear()
  const places = usePlaceRows({ ...asked, near })
  const parks = useTypedParks(text)
  const toParkRow = useToParkRow({ ...asked, near })
  const favourites = useFavouriteRows(asked, toParkRow)
  const recents = useRecents()
  const typed = searchTokens(text)
  const isEmpty = text.trim() === ''
  const known = recents.status === 'ready' ? recents.value : { searches: [], parks: [] }
  const searches = known.searches
    .filter((search) => search.text !== '' && matchesTokens(searchTokens(search.text), typed))
    .slice(0, isEmpty ? RECENT : RECENT_TYPED)
    .map((search): Suggestion => ({
      key: search.key,
      icon: <ClockIcon />,
      title: <TypedLetters name={search.text} text={text} />,
      detail: t`Searched before`,
      choose: () => onChoose({ text: search.text, near: search.near }),
    }))
  const viewed = isEmpty ? known.parks.slice(0, RECENT).map(toParkRow) : []
  const isFavourite = ({ key }: Suggestion): boolean => favourites.some((row) => row.key === key)
  const rowsOf = (found: readonly Park[]): readonly Suggestion[] =>
    places.only === null && !isEmpty ? found.map(toParkRow).filter((row) => !isFavourite(row)) : []
  const groups: readonly SuggestionGroup[] = [
    { key: 'places', rows: places.rows },
    { key: 'favourites', rows: places.only === null ? favourites : [] },
    { key: 'parks', rows: rowsOf(parks.kept) },
    { key: 'recent', rows: [...searches, ...viewed.filter((row) => !isFavourite(row))] },
    { key: 'more', rows: rowsOf(parks.more) },
  ]
  return { groups: groups.filter(({ rows }) => rows.length > 0), answer: places.answer, only: places.only }
}
