import { isAttendantPhone } from '../signals/attendant-phone.ts'
import { consoleLog } from '../lib/log.ts'
import { isMeteredLine, isSparing } from '../lib/metered-line.ts'
import { observable } from '../lib/observable.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { tellWorker } from '../lib/tell-worker.ts'
import { busyHere, isAnyTabBusy, untilDrained } from './update-blockers.ts'
import { loadChunk } from './chunk-guard.ts'
import { ensureWorkerActivation } from './ensure-worker-activation.ts'

/*
 * The page's only code that talks to the service worker.
 *
 *   a release is found ---> it waits, banner ---> consent ---> no tab busy, outbox is idle ---> it takes over ---> each tab
 *   (start, hourly, return)    ^                                 |                                               reloads once,
 *                              +--------- shows `busy` ----------+                                               when it is not busy
 */

/** The worker of a new release that is waiting; null when there is none. */
export const waitingWorker = observable<ServiceWorker | null>(null)

const HOUR_MS = 3_600_000
/** A suspended tab may hold the drain lock indefinitely: after this long the driver is asked to try later. */
const DRAIN_WAIT_MS = 20_000
const AHEAD_AFTER_MS = 4_000

function watchForWaiting(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    // Without a controller this is the first installation, so there is nothing to update.
    waitingWorker.set(navigator.serviceWorker.controller === null ? null : registration.waiting)
  }
  offer()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
}

/** Runs `work` at once, or as soon as this tab stops being busy. */
function whenNotBusy(work: () => void): void {
  if (!busyHere.get()) return work()
  const stop = busyHere.subscribe(() => {
    if (busyHere.get()) return
    stop()
    work()
  })
  return undefined
}

/** Reloads this tab once when a new release takes over, whichever tab gave consent. */
function reloadOnTakeover(): void {
  const { serviceWorker } = navigator
  let isUpdate = serviceWorker.controller !== null
  let isDone = false
  serviceWorker.addEventListener('controllerchange', () => {
    // At the first installation the page is already current.
    const isFirst = !isUpdate
    isUpdate = true
    if (isFirst || isDone) return
    isDone = true
    whenNotBusy(() => location.reload())
  })
}

let watched: ServiceWorkerRegistration | undefined

/** Registers the worker. A failed first installation leaves no registration behind, so this starts another. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  if (registration !== watched) watchForWaiting(registration)
  watched = registration
  return registration
}

/** Checks for a new release every hour while visible, and on return to the page. */
function lookForReleases(): void {
  const lookOnce = async (): Promise<void> => {
    const before = watched
    const registration = await register()
    if (registration === before) await registration.update()
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return
    // Fails offline; the next check follows by itself.
    lookOnce().catch((error: unknown) => consoleLog.info('sw_update_check_failed', { error: String(error) }))
  }
  setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', look)
}

/** Without background sync, the page asks the worker to send its queued error reports. */
function requestReportSends(registration: ServiceWorkerRegistration): void {
  if (Reflect.has(registration, 'sync')) return
  const requestSend = () => {
    // Only window.postMessage takes an origin; a worker has none.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    registration.active?.postMessage({ type: 'SEND_REPORTS' })
  }
  requestSend()
  addEventListener('online', requestSend)
}

/** Keeps the gate screen's files on an attendant's phone while it is paired. */
function keepGateFiles(): void {
  const isAttendants = isAttendantPhone.get()
  if (isAttendants === null) return
  void tellWorker({ type: isAttendants ? 'KEEP_FILES' : 'DROP_FILES', group: 'gate' })
  // The scanner's files stay after unpairing: the phone may still scan signs.
  if (isAttendants) void tellWorker({ type: 'KEEP_FILES', group: 'scan' })
}

/**
 * Keeps the files that few pages need, and the place search; the places of the driver's country only on unmetered
 * connections.
 */
function keepAhead(): void {
  // With data saving on, each file is fetched when it is needed.
  if (isSparing()) return
  const country = isMeteredLine() ? undefined : selectedCountry.get()?.code
  void tellWorker({ type: 'KEEP_FILES', group: 'later' })
  void tellWorker({ type: 'KEEP_FILES', group: 'places', ...(country === undefined ? {} : { part: country }) })
}

/** Runs after the first page's own requests; nothing waits for these files. */
function keepAheadLater(): void {
  const later = () => setTimeout(keepAhead, AHEAD_AFTER_MS)
  selectedCountry.subscribe(later)
  later()
}

/**
 * Starts error reporting: reports queue in the worker, or go straight to the provider without one. Resolves even when
 * reporting cannot start.
 */
export async function startErrorReports(): Promise<void> {
  if (!import.meta.env.PROD) return
  try {
    const { startReporting } = await loadChunk(() => import('./report-errors.ts'))
    startReporting()
  } catch (error) {
    consoleLog.warn('errors_not_reported', { error: String(error) })
  }
}

/** Registers `/sw.js`. Resolves even when registration fails. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  reloadOnTakeover()
  try {
    const registration = await register()
    lookForReleases()
    requestReportSends(registration)
    isAttendantPhone.subscribe(keepGateFiles)
    keepGateFiles()
    keepAheadLater()
  } catch (error) {
    // Private windows and old browsers: the app still works, but not offline.
    consoleLog.warn('sw_registration_failed', { error: String(error) })
  }
}

/**
 * Installs the release after the driver's consent. Returns `busy`, with nothing changed, when another tab would lose
 * something or the outbox is being sent.
 */
export async function acceptUpdate(): Promise<'accepted' | 'busy'> {
  const isFree = !(await isAnyTabBusy()) && (await untilDrained(DRAIN_WAIT_MS)) && !(await isAnyTabBusy())
  if (!isFree) return 'busy'
  const release = waitingWorker.get()
  // Another tab has already activated it.
  if (release === null) return 'accepted'
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  release.postMessage({ type: 'SKIP_WAITING' })
  ensureWorkerActivation(release)
  return 'accepted'
}
