import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PlaceKind } from '../../domain/places/place.ts'

const TEXTS: Readonly<Record<PlaceKind, ReactNode>> = {
  city: <Trans context="kind of place">City</Trans>,
  neighbourhood: <Trans context="kind of place">Neighbourhood</Trans>,
  airport: <Trans context="kind of place">Airport</Trans>,
  station: <Trans context="kind of place">Station</Trans>,
  stadium: <Trans context="kind of place">Stadium</Trans>,
  university: <Trans context="kind of place">University</Trans>,
  hospital: <Trans context="kind of place">Hospital</Trans>,
  mall: <Trans context="kind of place">Shopping centre</Trans>,
  landmark: <Trans context="kind of place">Landmark</Trans>,
  square: <Trans context="kind of place">Square</Trans>,
  park: <Trans context="kind of place">Green space</Trans>,
  street: <Trans context="kind of place">Street</Trans>,
}

/** "Station", "Quartier". */
export const kindText = (kind: PlaceKind): ReactNode => TEXTS[kind]
