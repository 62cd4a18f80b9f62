import { createHash } from 'node:crypto'
import type { PackManifestWire } from '../../../../src/contract/packs.ts'
import { packParks } from '../../../../src/contract/park-pack.ts'
import type { Park } from '../../../../src/contract/parks.ts'
import { packNames } from '../../../../src/contract/street-names.ts'
import { makeParkCode } from '../../../../src/domain/code.ts'
import { parkSlug } from '../../../../src/domain/slug.ts'
import { cellOf } from '../../../../src/lib/cell.ts'
import { CHUNK_BYTES } from '../../../../src/streets/fetch-chunk.ts'
import { parkOf } from '../../../db/support/park.ts'

/** A provider of one region with the real wire format: parks in files by cell, street names, and streets in ranges. */
export interface PackProvider {
  parks: Park[]
  streets: string[]
  /** The street archive; null when there is none. */
  archive: Uint8Array<ArrayBuffer> | null
  country: 'CA' | 'SN'
  /** When its files were created, epoch milliseconds. */
  madeAt: number
  /** Replaces the content of files, under the right hash. */
  forge: (kind: 'parks' | 'names', bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  readonly fetch: (request: Request) => Promise<Response>
  manifest(): PackManifestWire
  /** Names of files by their content. */
  hashOf(kind: 'names' | 'archive' | { readonly cellOf: Park }): string
}

export const REGION = 'ca-on-toronto'
export const VALID_MS = 24 * 3_600_000

const sha = (bytes: Uint8Array, digits: number): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, digits)
const encode = (body: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(body))

/** A park as in a pack; each `step` moves it by two cells. */
export function packPark(id: number, step: number, changes: Partial<Park> = {}): Park {
  const code = makeParkCode('CA', Uint8Array.of(id >> 15, id >> 10, id >> 5, id))
  const named = { name: `Park ${String(id)}`, kind: 'lot' as const, city: 'Toronto' }
  const park = parkOf({ id, code, lat: 43.61 + step * 0.1, lng: -79.39, ...named, ...changes })
  return { ...park, slug: parkSlug({ ...park, code }), available: null, available_at: null }
}

interface Built {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly listed: PackManifestWire['files']
}

const single = (data: unknown): Response => Response.json({ data })

export function createPackProvider(now: () => number): PackProvider {
  const byCell = (parks: readonly Park[]) => Map.groupBy(parks, ({ lat, lng }) => cellOf(lat ?? 0, lng ?? 0))
  const fileOf = (parks: readonly Park[], cell: number) => encode(packParks([{ cell, parks }]))
  const build = ({ parks, streets, forge }: PackProvider): Built => {
    const bodies = [...byCell(parks)].map(([cell, own]) => ({ kind: 'parks' as const, bytes: fileOf(own, cell) }))
    const names = { kind: 'names' as const, bytes: encode(packNames(streets.map(namedStreet))) }
    const all = [...bodies, names]
      .map(({ kind, bytes }) => ({ kind, bytes: forge(kind, bytes) }))
      .map((file) => ({ ...file, hash: sha(file.bytes, 32) }))
    return {
      files: new Map(all.map(({ hash, bytes }) => [hash, bytes])),
      listed: all.map(({ kind, hash, bytes }) => ({ kind, hash, bytes: bytes.byteLength })),
    }
  }
  const archiveUrl = (bytes: Uint8Array): string => `/tiles/toronto-${sha(bytes, 16)}.pmtiles`
  const provider: PackProvider = {
    parks: [1, 2, 3].map((id) => packPark(id, id)),
    streets: ['Queen Street West', 'Bay Street'],
    archive: Uint8Array.from({ length: CHUNK_BYTES * 2 + 100 }, (_, index) => index % 251),
    country: 'CA',
    forge: (_, bytes) => bytes,
    madeAt: Date.parse('2026-11-23T06:00:00Z'),
    hashOf(what) {
      if (what === 'archive') return sha(provider.archive ?? new Uint8Array(), 16)
      if (what === 'names') return provider.manifest().files.find(({ kind }) => kind === 'names')?.hash ?? ''
      const { lat, lng } = what.cellOf
      const cell = cellOf(lat ?? 0, lng ?? 0)
      return sha(fileOf(byCell(provider.parks).get(cell) ?? [], cell), 32)
    },
    manifest() {
      const { listed } = build(provider)
      const { archive } = provider
      const made_at = new Date(provider.madeAt).toISOString()
      const box = [-79.6, 43.5, -79.1, 44.5] as [number, number, number, number]
      const at = { region: 'toronto', box, attribution: '© OpenStreetMap contributors', made_at }
      return {
        ...{ region: REGION, name: 'Toronto', state: 'Ontario', country_code: provider.country, box, made_at },
        parks: provider.parks.length,
        bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
        revision: sha(encode([listed, archive === null ? null : archiveUrl(archive)]), 32),
        streets: archive === null ? [] : [{ ...at, url: archiveUrl(archive), bytes: archive.byteLength }],
        files: listed,
        valid_until: new Date(now() + VALID_MS).toISOString(),
      }
    },
    fetch: (request) => Promise.resolve(answer(provider, build(provider), request)),
  }
  return provider
}

const namedStreet = (name: string, index: number) => ({ name, lat: 43.65 + index / 100, lng: -79.38 })

function answer(provider: PackProvider, { files }: Built, request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/v1/parks/packs') {
    const { files: _files, valid_until: _valid, ...region } = provider.manifest()
    return single([region])
  }
  if (pathname === `/api/v1/parks/packs/${REGION}`) return single(provider.manifest())
  const file = files.get(/^\/api\/v1\/packs\/([0-9a-f]{32})\.json$/.exec(pathname)?.[1] ?? '')
  if (file !== undefined) return new Response(file, { headers: { 'content-type': 'application/json' } })
  const { archive } = provider
  const [url] = provider.manifest().streets.map((street) => street.url)
  if (archive !== null && pathname === url) return rangeOf(archive, request.headers.get('range') ?? '')
  if (pathname === '/api/v1/health') return Response.json({})
  return new Response('Not found', { status: 404 })
}

function rangeOf(archive: Uint8Array<ArrayBuffer>, range: string): Response {
  const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number)
  const headers = { 'content-range': `bytes ${String(from)}-${String(to)}/${String(archive.byteLength)}` }
  return new Response(archive.slice(from, to + 1), { status: 206, headers })
}
