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
 * The one place of the page that speaks to the service worker.
 *
 *   a release is found ---> it waits, banner ---> consent ---> no tab busy, outbox at rest ---> it takes over ---> each tab
 *   (start, hourly, return)    ^                                 |                                               reloads once,
 *                              +--------- `busy`, said ----------+                                               when it is not busy
 */

/** The worker of a new release that waits; null while there is none. */
export const waitingWorker = observable<ServiceWorker | null>(null)

const HOUR_MS = 3_600_000
/** A tab that sleeps may hold a drain for ever: then the driver is asked to try later. */
const DRAIN_WAIT_MS = 20_000
const AHEAD_AFTER_MS = 4_000

function watchForWaiting(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    // Without a controller this is the first installation: nothing to update from.
    waitingWorker.set(navigator.serviceWorker.controller === null ? null : registration.waiting)
  }
  offer()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
}

/** Runs at once, or as soon as this tab is not busy any more. */
function whenNotBusy(work: () => void): void {
  if (!busyHere.get()) return work()
  const stop = busyHere.subscribe(() => {
    if (busyHere.get()) return
    stop()
    work()
  })
  return undefined
}

/** Whichever tab agreed: all of them go on with the new release, each after one reload. */
function reloadOnTakeover(): void {
  const { serviceWorker } = navigator
  let isUpdate = serviceWorker.controller !== null
  let isDone = false
  serviceWorker.addEventListener('controllerchange', () => {
    // The first installation takes a page that is new enough.
    const isFirst = !isUpdate
    isUpdate = true
    if (isFirst || isDone) return
    isDone = true
    whenNotBusy(() => location.reload())
  })
}

let watched: ServiceWorkerRegistration | undefined

/** Registers the worker. A first installation that failed left no registration behind: then this begins another. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  if (registration !== watched) watchForWaiting(registration)
  watched = registration
  return registration
}

/** Looks for a new release every hour while visible, and on return to the page. */
function lookForReleases(): void {
  const lookOnce = async (): Promise<void> => {
    const before = watched
    const registration = await register()
    if (registration === before) await registration.update()
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return
    // Offline this fails; the next look comes by itself.
    lookOnce().catch((error: unknown) => consoleLog.info('sw_update_check_failed', { error: String(error) }))
  }
  setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', look)
}

/** Where the browser has no background sync, the page rings for the error reports that wait in the worker. */
function ringForReports(registration: ServiceWorkerRegistration): void {
  if (Reflect.has(registration, 'sync')) return
  const ring = () => {
    // A worker has no origin argument: that is the window's postMessage.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    registration.active?.postMessage({ type: 'SEND_REPORTS' })
  }
  ring()
  addEventListener('online', ring)
}

/** An attendant's phone keeps the screen at the gate, from the pairing until it is unpaired. */
function keepGateFiles(): void {
  const isAttendants = isAttendantPhone.get()
  if (isAttendants === null) return
  void tellWorker({ type: isAttendants ? 'KEEP_FILES' : 'DROP_FILES', group: 'gate' })
  // They stay after the pairing: a phone that scanned may scan signs.
  if (isAttendants) void tellWorker({ type: 'KEEP_FILES', group: 'scan' })
}

/** What few pages need, and the search as one types; the places of the driver's country only where data costs nothing. */
function keepAhead(): void {
  // Whoever is sparing gets each file by asking for it.
  if (isSparing()) return
  const country = isMeteredLine() ? undefined : selectedCountry.get()?.code
  void tellWorker({ type: 'KEEP_FILES', group: 'later' })
  void tellWorker({ type: 'KEEP_FILES', group: 'places', ...(country === undefined ? {} : { part: country }) })
}

/** After what the first page needs; nobody waits for it. */
function keepAheadLater(): void {
  const later = () => setTimeout(keepAhead, AHEAD_AFTER_MS)
  selectedCountry.subscribe(later)
  later()
}

/** Has errors reported: they wait in the worker, or go to the provider where there is none. Resolves also when it cannot. */
export async function startErrorReports(): Promise<void> {
  if (!import.meta.env.PROD) return
  try {
    const { startReporting } = await loadChunk(() => import('./report-errors.ts'))
    startReporting()
  } catch (error) {
    consoleLog.warn('errors_not_reported', { error: String(error) })
  }
}

/** Registers `/sw.js`. Resolves also when it cannot. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  reloadOnTakeover()
  try {
    const registration = await register()
    lookForReleases()
    ringForReports(registration)
    isAttendantPhone.subscribe(keepGateFiles)
    keepGateFiles()
    keepAheadLater()
  } catch (error) {
    // Private windows and old browsers: the app works, only not without a connection.
    consoleLog.warn('sw_registration_failed', { error: String(error) })
  }
}

/** The driver agreed. `busy`: another tab would lose something, or the outbox is being sent; nothing has changed then. */
export async function acceptUpdate(): Promise<'accepted' | 'busy'> {
  const isFree = !(await isAnyTabBusy()) && (await untilDrained(DRAIN_WAIT_MS)) && !(await isAnyTabBusy())
  if (!isFree) return 'busy'
  const release = waitingWorker.get()
  // Another tab has let it in.
  if (release === null) return 'accepted'
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  release.postMessage({ type: 'SKIP_WAITING' })
  ensureWorkerActivation(release)
  return 'accepted'
}
