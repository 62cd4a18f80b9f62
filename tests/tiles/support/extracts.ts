import { fileURLToPath } from 'node:url'
import type { RegionImport } from '../../../provider/tiles/import-region.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(`../../../data/streets/${name}`, import.meta.url))

export const MIDTOWN: RegionImport = {
  source: fileOf('midtown-manhattan.osm.pbf'),
  region: 'midtown',
  box: [-74.014, 40.736, -73.963, 40.759],
  buildings: false,
}

export const SAN_FRANCISCO: RegionImport = {
  source: fileOf('sf-downtown.osm.pbf'),
  region: 'sf',
  box: [-122.42, 37.769, -122.381, 37.798],
  buildings: false,
}
