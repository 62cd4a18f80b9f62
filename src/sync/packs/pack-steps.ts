import type { PackRegionWire } from '../../contract/packs.ts'
import type { PauseReason, RegionJob, RegionRow } from '../../db/region-row.ts'

/** The steps of a region from one state to the next. Pure: undefined leaves the row unchanged. */

const HOUR_MS = 3_600_000
/** Age at which a kept region is checked for updates. */
export const OLD_AFTER_MS = 24 * HOUR_MS
/** The region of the last search is kept fresher than the others. */
export const HOME_OLD_AFTER_MS = 6 * HOUR_MS
/** How long a provider in trouble, or without the file, is left alone; a day after wrong bytes or on a full phone. */
const REST_MS: Readonly<Record<PauseReason, number>> = {
  driver: Infinity,
  no_signal: 0,
  metered: 0,
  provider: 600_000,
  wrong: OLD_AFTER_MS,
  full: OLD_AFTER_MS,
}

export const sizeOf = ({ bytes, streets }: Pick<PackRegionWire, 'bytes' | 'streets'>): number =>
  streets.reduce((sum, street) => sum + street.bytes, bytes)

export interface Wish {
  readonly at: number
  /** Requested by the driver just now. */
  readonly isAsked: boolean
}

const newJob = ({ at, isAsked }: Wish, totalBytes: number): RegionJob => ({
  state: 'wanted',
  reason: null,
  isAsked,
  wantedAt: at,
  triedAt: null,
  doneBytes: 0,
  totalBytes,
  areParksHere: false,
  since: null,
  streets: [],
})

/** Adds a region of the provider's list to those to be kept. */
export function want(row: RegionRow | undefined, pack: PackRegionWire, wish: Wish): RegionRow {
  if (row !== undefined) return wantAgain(row, wish) ?? row
  const { region, name, country_code: country, box } = pack
  return { region, name, country, box, kept: null, job: newJob(wish, sizeOf(pack)) }
}

/** Starts an update of a kept region, or continues after a pause. */
export function wantAgain(row: RegionRow | undefined, wish: Wish): RegionRow | undefined {
  if (row === undefined) return undefined
  const { job } = row
  if (job === null) return { ...row, job: newJob(wish, 0) }
  const isAsked = job.isAsked || wish.isAsked
  if (job.state !== 'paused') return job.isAsked === isAsked ? undefined : { ...row, job: { ...job, isAsked } }
  return { ...row, job: { ...job, state: 'wanted', reason: null, isAsked } }
}

const withJob = (row: RegionRow | undefined, change: (job: RegionJob) => RegionJob): RegionRow | undefined =>
  row === undefined || row.job === null || row.job.state === 'paused' ? undefined : { ...row, job: change(row.job) }

/** Pauses until the reason is gone; keeps what has arrived. */
export const pause = (row: RegionRow | undefined, reason: PauseReason, at: number): RegionRow | undefined =>
  withJob(row, (job) => ({ ...job, state: 'paused', reason, triedAt: at, since: null }))

export type Progress = Pick<RegionJob, 'doneBytes' | 'totalBytes' | 'areParksHere' | 'streets'>

export const progress = (row: RegionRow | undefined, done: Progress, at: number): RegionRow | undefined =>
  withJob(row, (job) => ({
    ...job,
    ...done,
    state: 'downloading',
    triedAt: at,
    since: job.since ?? { at, doneBytes: done.doneBytes },
  }))

export const applying = (row: RegionRow | undefined): RegionRow | undefined =>
  withJob(row, (job) => ({ ...job, state: 'applying' }))

/** The driver cancels the download: a complete region stays, an incomplete one is removed. */
export const callOff = (row: RegionRow | undefined): RegionRow | null | undefined => {
  if (row === undefined || row.job === null) return undefined
  return row.kept === null ? null : { ...row, job: null }
}

/** Returns whether the loop may take up its job; this includes one that another tab left unfinished. */
export const isRunnable = ({ job }: RegionRow): boolean => job !== null && job.state !== 'paused'

export interface Surroundings {
  readonly now: number
  readonly isMetered: boolean
  readonly isOffline: boolean
}

/** Returns whether a paused region may continue automatically. */
export function mayGoOn({ job }: RegionRow, { now, isMetered, isOffline }: Surroundings): boolean {
  if (job === null || job.state !== 'paused' || job.reason === null || isOffline) return false
  if (isMetered && !job.isAsked) return false
  return Math.abs(now - (job.triedAt ?? 0)) >= REST_MS[job.reason]
}
