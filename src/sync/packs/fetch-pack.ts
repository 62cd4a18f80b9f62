import type { ApiError } from '../../api/api-error.ts'
import { fetchPackFile } from '../../api/packs.ts'
import type { PackFileWire, PackManifestWire } from '../../contract/packs.ts'
import { changeRegion, stageFile } from '../../db/apply/regions.ts'
import { readRegionChoices, readRegionFiles } from '../../db/read/regions.ts'
import type { PauseReason } from '../../db/region-row.ts'
import { createRegionStreets, type RegionStreets } from '../../db/region-streets.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { CHUNK_BYTES, ChunkError, chunkRange, fetchChunk } from '../../streets/fetch-chunk.ts'
import type { AppContext } from '../app-context.ts'
import { checkPackFile, isAddressedBy } from './check-pack-file.ts'
import { isCostly } from './is-costly.ts'
import { progress } from './pack-steps.ts'

/** Why a run ended early; `called_off`: the driver paused or stopped it. */
export type RunEnd = PauseReason | 'called_off'

type Step = Result<null, RunEnd>

/** A captive portal's page, or no answer at all, means no signal; other errors are the provider's. */
export function reasonOf(error: ApiError): PauseReason {
  if (error.kind === 'network' || error.kind === 'timeout') return 'no_signal'
  if (error.kind === 'foreign') return error.status < 400 ? 'no_signal' : 'provider'
  return error.kind === 'invalid_response' && error.status < 400 ? 'wrong' : 'provider'
}

/** One run over what a region lacks: counts bytes, and checks before each piece whether the region is still wanted. */
class Run {
  readonly phone: AppContext
  readonly manifest: PackManifestWire
  readonly streets: RegionStreets = createRegionStreets()
  #doneBytes = 0
  #totalBytes = 0
  #areParksHere = false

  constructor(phone: AppContext, manifest: PackManifestWire) {
    this.phone = phone
    this.manifest = manifest
  }

  plan(totalBytes: number, doneBytes: number): void {
    this.#totalBytes = totalBytes
    this.#doneBytes = doneBytes
  }

  add(bytes: number): void {
    this.#doneBytes += bytes
  }

  noteParks(): void {
    this.#areParksHere = true
  }

  /**
   * Reports progress; fails when the driver has cancelled the run, or when the connection is metered and the driver did
   * not start it.
   */
  async goOn(): Promise<Step> {
    const { phone, manifest } = this
    const done = {
      doneBytes: this.#doneBytes,
      totalBytes: this.#totalBytes,
      areParksHere: this.#areParksHere,
      streets: manifest.streets.map(({ url }) => url),
    }
    const row = await changeRegion(phone.dbs, manifest.region, (now) => progress(now, done, phone.clock.now()))
    if (row?.job?.state !== 'downloading') return err('called_off')
    const isHeld = !row.job.isAsked && isCostly(await readRegionChoices(phone.dbs))
    return isHeld ? err('metered') : ok(null)
  }
}

async function fetchFile(run: Run, file: PackFileWire): Promise<Step> {
  const { phone, manifest } = run
  const answer = await fetchPackFile(phone, file.hash)
  if (!answer.ok) return err(reasonOf(answer.error))
  const checked = await checkPackFile(answer.value, file, manifest)
  if (!checked.ok) return checked
  const { kind, hash, bytes } = file
  await stageFile(phone.dbs, {
    region: manifest.region,
    ...{ hash, kind, bytes, cells: checked.value, body: answer.value },
  })
  run.add(bytes)
  return ok(null)
}

async function fetchFiles(run: Run, files: readonly PackFileWire[]): Promise<Step> {
  for (const file of files) {
    const may = await run.goOn()
    const end = may.ok ? await fetchFile(run, file) : may
    if (!end.ok) return end
  }
  return ok(null)
}

type Archive = PackManifestWire['streets'][number]

const chunksOf = ({ bytes }: Archive): readonly number[] =>
  Array.from({ length: Math.ceil(bytes / CHUNK_BYTES) }, (_, index) => index)

const bytesAt = (archive: Archive, indexes: Iterable<number>): number =>
  [...indexes].reduce((sum, index) => sum + chunkRange(archive, index).length, 0)

function reasonOfChunk(error: unknown): PauseReason {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full'
  if (!(error instanceof ChunkError)) throw error
  const { status } = error
  if (status === undefined) return error.cause === undefined ? 'wrong' : 'no_signal'
  return status < 400 ? 'no_signal' : 'provider'
}

async function keepChunk({ phone, streets }: Run, archive: Archive, index: number): Promise<Step> {
  try {
    if (await streets.adopt(archive.url, index, chunkRange(archive, index).length)) return ok(null)
    const send = (url: string, init: RequestInit) => phone.fetch(new Request(new URL(url, phone.baseUrl), init))
    await streets.keep(archive.url, index, await fetchChunk(archive, index, { fetch: send }))
    return ok(null)
  } catch (error) {
    return err(reasonOfChunk(error))
  }
}

/** Previously cached pieces may be wrong, so the archive is checked as a whole. */
async function checkArchive({ streets }: Run, archive: Archive): Promise<Step> {
  const pieces = await Promise.all(chunksOf(archive).map((index) => streets.get(archive.url, index)))
  const whole = await new Blob(pieces.flatMap((piece) => piece ?? [])).arrayBuffer()
  if (await isAddressedBy(whole, archive.url)) return ok(null)
  await streets.release((url) => url !== archive.url)
  return err('wrong')
}

async function fetchArchive(run: Run, archive: Archive): Promise<Step> {
  const here = await run.streets.listKept(archive.url)
  const missing = chunksOf(archive).filter((index) => !here.has(index))
  for (const index of missing) {
    const may = await run.goOn()
    const end = may.ok ? await keepChunk(run, archive, index) : may
    if (!end.ok) return end
    run.add(chunkRange(archive, index).length)
  }
  return checkArchive(run, archive)
}

async function planStreets({ streets, manifest }: Run): Promise<{ readonly total: number; readonly done: number }> {
  let [total, done] = [0, 0]
  for (const archive of manifest.streets) {
    const here = bytesAt(archive, await streets.listKept(archive.url))
    // An archive that another run or another region has completed does not count towards this run.
    if (here === archive.bytes) continue
    total += archive.bytes
    done += here
  }
  return { total, done }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Downloads what is missing of a region's files and streets, car parks first, each checked before it counts. */
export async function fetchPack(phone: AppContext, manifest: PackManifestWire): Promise<Step> {
  const run = new Run(phone, manifest)
  const { held, staged } = await readRegionFiles(phone.dbs, manifest.region)
  const wanted = manifest.files.filter(({ hash }) => !held.has(hash))
  const missing = wanted.filter(({ hash }) => !staged.has(hash))
  const streets = await planStreets(run)
  const stagedBytes = sum(wanted.filter(({ hash }) => staged.has(hash)).map(({ bytes }) => bytes))
  run.plan(sum(wanted.map(({ bytes }) => bytes)) + streets.total, stagedBytes + streets.done)
  const parks = await fetchFiles(
    run,
    missing.filter(({ kind }) => kind === 'parks'),
  )
  if (!parks.ok) return parks
  run.noteParks()
  const names = await fetchFiles(
    run,
    missing.filter(({ kind }) => kind !== 'parks'),
  )
  if (!names.ok) return names
  for (const archive of manifest.streets) {
    const end = await fetchArchive(run, archive)
    if (!end.ok) return end
  }
  return run.goOn()
}
