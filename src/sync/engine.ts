import type { ApiError } from '../api/api-error.ts'
import { IDLE_PROBE_MS } from '../config/limits.ts'
import { DAY_MS } from '../domain/instant.ts'
import { applyContact } from '../db/apply/contact.ts'
import { readRestored } from '../db/read/bookings.ts'
import { readContact } from '../db/read/contact.ts'
import { readPublicAges } from '../db/read/places.ts'
import { providerRestored } from '../signals/provider-restored.ts'
import { storageLost } from '../signals/storage-lost.ts'
import { type DrainOutcome, drainSoon } from './drain.ts'
import { startDrainer } from './drainer.ts'
import { checkInstall } from './install.ts'
import { type AppContext, appContext } from './app-context.ts'
import { probeAnew } from './probe.ts'
import { findRest, forgetRest, notePulls } from './pull-pace.ts'
import { errorsOf, pullOwn } from './pull/pull-own.ts'
import { pullCountries, pullPassKeys } from './pull/pull-places.ts'
import { listenForTriggers, isPageVisible } from './triggers.ts'

/** A list pulled this recently is not pulled again just because the driver returned to the app. */
const PULL_VALID_MS = 60_000

const isOld = (savedAt: number | null, nowMs: number): boolean => savedAt === null || Math.abs(nowMs - savedAt) > DAY_MS

/** Pulls small lists that rarely change, once a day. */
async function pullPublic(phone: AppContext): Promise<readonly ApiError[]> {
  const now = phone.clock.now()
  const { countries, passKeys } = await readPublicAges(phone.dbs)
  const results = await Promise.all([
    ...(isOld(countries, now) ? [pullCountries(phone)] : []),
    ...(isOld(passKeys, now) ? [pullPassKeys(phone)] : []),
  ])
  return errorsOf(results)
}

/** Returns whether everything arrived. A provider that was in trouble gets a single request first. */
async function pullAll(phone: AppContext, isCareful: boolean): Promise<boolean> {
  const [asked, { errors, isWhole }] = await Promise.all([
    isCareful ? [] : pullPublic(phone),
    pullOwn(phone, isCareful),
  ])
  const more = isCareful && errors.length === 0 ? await pullPublic(phone) : asked
  notePulls(phone, [...errors, ...more])
  return isWhole && more.length === 0
}

/** Lets the status strip show when the provider last answered, even after a restart with no signal. */
async function recallContact(phone: AppContext): Promise<void> {
  const lastSuccessAt = await readContact(phone.dbs)
  const { state, lastSuccessAt: known } = phone.connection.get()
  if (known === null && lastSuccessAt !== null) phone.connection.set({ state, lastSuccessAt })
}

/** A pull of this page, another tab or the worker detected it, perhaps days ago: shown until the driver has read it. */
async function recallRestored(phone: AppContext): Promise<void> {
  providerRestored.set((await readRestored(phone.dbs))?.at ?? null)
}

/** What woke the engine: a sign that the connection or the driver is back, or the one-minute timer. */
export type Wake = 'sign' | 'minute'

const isWithin = (at: number | null, now: number): boolean => at !== null && Math.abs(now - at) < PULL_VALID_MS

/*
 *   start, online, visible, pageshow, each minute while visible
 *        |
 *      probe --- offline ---> rest
 *        |
 *      send what waits in the outbox
 *        |
 *      pull what is older than a minute, unfinished writes first ---> rest
 *
 * A provider in trouble is not asked again at the next minute: see `pull-pace`. A sign asks it at most once a minute,
 * and not before the time that the provider set. Requests that the driver makes on a page bypass this and are sent at
 * once.
 */
/** `send` drains the outbox. */
export function createEngine(phone: AppContext, send: () => Promise<DrainOutcome> = () => drainSoon(phone)) {
  let pulledAt: number | null = null
  let triedAt: number | null = null
  let busy: Promise<void> | undefined

  let isWoken = false

  const isDue = (now: number, why: Wake): boolean => {
    if (isWithin(pulledAt, now)) return false
    const { isResting, isTold } = findRest(phone)
    return !isResting || (why === 'sign' && !isTold && !isWithin(triedAt, now))
  }
  const exchange = async (why: Wake): Promise<void> => {
    await send()
    const now = phone.clock.now()
    if (!isDue(now, why)) return
    triedAt = now
    if (await pullAll(phone, findRest(phone).isCareful)) pulledAt = now
    await recallRestored(phone)
  }
  const work = async (why: Wake): Promise<void> => {
    isWoken = false
    if (why === 'minute' && findRest(phone).isResting) {
      await send()
      return
    }
    const { state, lastSuccessAt } = await probeAnew(phone)
    if (state !== 'offline') {
      if (lastSuccessAt !== null) await applyContact(phone.dbs, lastSuccessAt)
      await exchange(why)
    }
    // The sign came after the probe, so the changed connection was not probed yet.
    return isWoken ? work('sign') : undefined
  }

  /** Probes and pulls; a call during a running one joins it. */
  const wake = (why: Wake = 'sign'): Promise<void> => {
    isWoken ||= why === 'sign'
    busy ??= work(why).finally(() => {
      busy = undefined
    })
    return busy
  }
  /** Pulls everything again, however recent the last pull: the data it brought is gone. */
  const pullAnew = async (): Promise<void> => {
    await busy
    pulledAt = null
    forgetRest(phone)
    await wake()
  }
  return { wake, pullAnew }
}

/**
 * Keeps the mirror up to date while the app is open. Returns a function that stops it; never wakes the network while
 * the page is hidden.
 */
export function startEngine(phone: AppContext = appContext): () => void {
  const drainer = startDrainer(phone)
  const engine = createEngine(phone, drainer.drain)
  const wakeIfVisible = (why: Wake): void => {
    if (!isPageVisible()) return
    if (why === 'sign') drainer.askSoon()
    phone.inBackground(engine.wake(why))
  }
  phone.inBackground(recallContact(phone))
  phone.inBackground(recallRestored(phone))
  phone.inBackground(checkInstall(phone))
  const stopWatching = storageLost.subscribe(() => {
    if (storageLost.get()) phone.inBackground(engine.pullAnew())
  })
  wakeIfVisible('sign')
  const stopListening = listenForTriggers(wakeIfVisible, IDLE_PROBE_MS)
  return () => {
    stopListening()
    stopWatching()
    drainer.stop()
  }
}
