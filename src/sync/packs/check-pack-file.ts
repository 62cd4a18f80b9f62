import type { PackFileWire, PackManifestWire } from '../../contract/packs.ts'
import { type ParkTileOfPack, unpackParks } from '../../contract/park-pack.ts'
import { unpackNames } from '../../contract/street-names.ts'
import { err, ok, type Result } from '../../lib/result.ts'

/** Hexadecimal digits of the SHA-256 that name a file and an archive. */
const FILE_DIGITS = 32
const ARCHIVE_DIGITS = 16

async function hashOf(bytes: ArrayBuffer, digits: number): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits)
}

/** Returns whether the archive matches its address: `/tiles/dakar-0123456789abcdef.pmtiles`. */
export const isAddressedBy = async (bytes: ArrayBuffer, url: string): Promise<boolean> =>
  url.endsWith(`-${await hashOf(bytes, ARCHIVE_DIGITS)}.pmtiles`)

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    return undefined
  }
}

/** Returns the cells of a file; undefined when it is invalid, of another version, or of another country. */
export function readTiles(
  bytes: ArrayBuffer,
  { country_code: country, valid_until }: Pick<PackManifestWire, 'country_code' | 'valid_until'>,
): readonly ParkTileOfPack[] | undefined {
  const tiles = unpackParks(parseJson(bytes), { valid_until })
  if (!tiles.ok) return undefined
  const isOurs = tiles.value.every(({ parks }) => parks.every((park) => park.country_code === country))
  return isOurs ? tiles.value : undefined
}

/** Validates the whole file before any of it is used. Returns the cells that the file covers. */
export async function checkPackFile(
  bytes: ArrayBuffer,
  file: PackFileWire,
  manifest: PackManifestWire,
): Promise<Result<readonly number[], 'wrong'>> {
  if ((await hashOf(bytes, FILE_DIGITS)) !== file.hash) return err('wrong')
  if (file.kind === 'names') return unpackNames(parseJson(bytes)).ok ? ok([]) : err('wrong')
  const tiles = readTiles(bytes, manifest)
  return tiles === undefined ? err('wrong') : ok(tiles.map(({ cell }) => cell))
}
