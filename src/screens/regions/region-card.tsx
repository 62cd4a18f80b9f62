// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { continueRegion, pauseRegion, stopRegion } from '../../actions/regions.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useNow } from '../../parts/use-now.ts'
import type { KeptRegion, PauseReason, RegionJob } from '../../queries/use-regions.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, DownloadIcon } from '../../ui/icons-action.tsx'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import text from '../../ui/text.module.css'
import styles from './regions.module.css'

const REASONS: Readonly<Record<PauseReason, ReactNode>> = {
  driver: <Trans>Paused. What you downloaded is kept.</Trans>,
  no_signal: <Trans>No connection. The download goes on when you’re back online.</Trans>,
  metered: <Trans>Waits for Wi-Fi. Continue now if you don’t want to wait.</Trans>,
  full: <Trans>This phone is full. Nothing else was removed. Make room, then continue.</Trans>,
  provider: <Trans>Baywise can’t send this region now. We try again in 10 minutes.</Trans>,
  wrong: <Trans>The download was damaged. Nothing of it is used: try again.</Trans>,
}

/** A region being downloaded: progress, what is already usable, and buttons to pause or cancel. */
export function RegionCard({ row }: { readonly row: KeptRegion }) {
  const { t } = useLingui()
  const { failure, run } = useSingleFlight(() => undefined)
  const { region, name, kept, job } = row
  if (job === null) return null
  const isPaused = job.state === 'paused'
  return (
    <section className={styles.card} aria-label={name}>
      <h2>{kept === null ? <Trans>Keeping {name} on this phone</Trans> : <Trans>Updating {name}</Trans>}</h2>
      <ProgressLine name={name} job={job} />
      <p role="status" className={isPaused ? styles.amber : text.muted}>
        {job.reason !== null && REASONS[job.reason]}
        {job.state === 'wanted' && <Trans>Waits for its turn.</Trans>}
        {job.state === 'applying' && <Trans>Download complete. Getting the region ready…</Trans>}
      </p>
      <Safe row={row} job={job} />
      {failure !== null && <FailureNote failure={failure} doing={t`Keeping a region`} />}
      <div className={styles.pair}>
        {isPaused ? (
          <Button icon={<DownloadIcon />} onClick={() => void run(() => continueRegion(region))}>
            <Trans>Continue</Trans>
          </Button>
        ) : (
          <Button disabled={job.state === 'applying'} onClick={() => void run(() => pauseRegion(region))}>
            <Trans>Pause</Trans>
          </Button>
        )}
        <Button kind="secondary" icon={<CloseIcon />} onClick={() => void run(() => stopRegion(region))}>
          <Trans>Stop</Trans>
        </Button>
      </div>
    </section>
  )
}

interface Moving {
  readonly name: string
  readonly job: RegionJob
}

function ProgressLine({ name, job }: Moving) {
  const { t } = useLingui()
  const format = useFormat()
  const { doneBytes, totalBytes } = job
  if (totalBytes === 0) return null
  const done = format.bytes(doneBytes)
  const total = format.bytes(totalBytes)
  const percent = Math.floor((100 * doneBytes) / totalBytes)
  return (
    <>
      <p className={styles.pair}>
        <strong>
          <Trans>
            {done} of {total}
          </Trans>
        </strong>
        <span className={text.muted}>
          <Trans>{percent}%</Trans>
          <TimeLeft job={job} />
        </span>
      </p>
      <progress value={doneBytes} max={totalBytes} aria-label={t`${name}: downloaded`} />
    </>
  )
}

/** Before this, there is too little data to estimate the time left. */
const SURE_AFTER_MS = 3_000

function TimeLeft({ job: { state, since, doneBytes, totalBytes } }: Pick<Moving, 'job'>) {
  const now = useNow()
  if (state !== 'downloading' || since === null) return null
  const took = now - since.at
  const came = doneBytes - since.doneBytes
  if (took < SURE_AFTER_MS || came <= 0) return null
  const seconds = Math.ceil(((totalBytes - doneBytes) * took) / came / 1_000)
  const minutes = Math.ceil(seconds / 60)
  return seconds < 60 ? <Trans>, about {seconds} s</Trans> : <Trans>, about {minutes} min</Trans>
}

function Safe({ row: { kept }, job }: { readonly row: KeptRegion; readonly job: RegionJob }) {
  if (kept === null && !job.areParksHere) return null
  return (
    <p className={text.muted}>
      <CircleCheckIcon />
      {kept === null ? (
        <Trans>Car parks and prices are already safe</Trans>
      ) : (
        <Trans>What you have stays until the update is complete</Trans>
      )}
    </p>
  )
}
