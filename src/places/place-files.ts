import baseMap from '../../data/basemap/basemap.json?url'
import ca from '../../data/places/places-CA.json?url'
import ng from '../../data/places/places-NG.json?url'
import sn from '../../data/places/places-SN.json?url'
import us from '../../data/places/places-US.json?url'
import type { PlaceFiles } from './place-messages.ts'

export const PLACE_FILES: PlaceFiles = {
  packs: { CA: ca, NG: ng, SN: sn, US: us },
  baseMap,
}
