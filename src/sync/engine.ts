import { IDLE_PROBE_MS } from '../config/limits.ts'
import { DAY_MS } from '../domain/instant.ts'
import { applyContact } from '../db/apply/contact.ts'
import { readRestored } from '../db/read/bookings.ts'
import { readContact } from '../db/read/contact.ts'
import { readPublicAges } from '../db/read/places.ts'
import { providerRestored } from '../lib/provider-restored.ts'
import { storageLost } from '../lib/storage-lost.ts'
import type { DrainOutcome } from './drain.ts'
import { drainSoon } from './drain-soon.ts'
import { startDrainer } from './drainer.ts'
import { checkInstall } from './install.ts'
import { type Phone, thisPhone } from './phone.ts'
import { probeAnew } from './probe.ts'
import { pullOwn } from './pull/pull-own.ts'
import { pullCountries, pullPassKeys } from './pull/pull-places.ts'
import { listenForTriggers, isPageVisible } from './triggers.ts'

/** A list pulled this recently is not pulled again because the driver came back to the app. */
const PULL_VALID_MS = 60_000

const isOld = (savedAt: number | null, nowMs: number): boolean => savedAt === null || Math.abs(nowMs - savedAt) > DAY_MS

/** Small lists that hardly ever change: once a day. */
async function pullPublic(phone: Phone): Promise<boolean> {
  const now = phone.clock.now()
  const { countries, passKeys } = await readPublicAges(phone.dbs)
  const results = await Promise.all([
    ...(isOld(countries, now) ? [pullCountries(phone)] : []),
    ...(isOld(passKeys, now) ? [pullPassKeys(phone)] : []),
  ])
  return results.every((result) => result.ok)
}

/** After a restart with no signal the strip still says when the provider last answered. */
async function recallContact(phone: Phone): Promise<void> {
  const lastSuccessAt = await readContact(phone.dbs)
  const { state, lastSuccessAt: known } = phone.connection.get()
  if (known === null && lastSuccessAt !== null) phone.connection.set({ state, lastSuccessAt })
}

/** Found by a pull of this page, of another tab or of the worker, perhaps days ago: shown until it was read. */
async function recallRestored(phone: Phone): Promise<void> {
  providerRestored.set((await readRestored(phone.dbs))?.at ?? null)
}

/*
 *   start, online, visible, pageshow, each minute while visible
 *        |
 *      probe --- offline ---> rest
 *        |
 *      send what waits in the outbox
 *        |
 *      pull what is older than a minute, unfinished writes first ---> rest
 */
/** `send` empties the outbox. */
export function createEngine(phone: Phone, send: () => Promise<DrainOutcome> = () => drainSoon(phone)) {
  let pulledAt: number | null = null
  let busy: Promise<void> | undefined

  let isWoken = false

  const exchange = async (): Promise<void> => {
    await send()
    const now = phone.clock.now()
    if (pulledAt !== null && Math.abs(now - pulledAt) < PULL_VALID_MS) return
    const pulled = await Promise.all([pullPublic(phone), pullOwn(phone)])
    if (pulled.every(Boolean)) pulledAt = now
    await recallRestored(phone)
  }
  const work = async (): Promise<void> => {
    isWoken = false
    const { state, lastSuccessAt } = await probeAnew(phone)
    if (state !== 'offline') {
      if (lastSuccessAt !== null) await applyContact(phone.dbs, lastSuccessAt)
      return exchange()
    }
    // The sign came after the question: the connection that it tells of was not asked.
    return isWoken ? work() : undefined
  }

  /** Probes and pulls; a call while one is under way joins it. */
  const wake = (): Promise<void> => {
    isWoken = true
    busy ??= work().finally(() => {
      busy = undefined
    })
    return busy
  }
  /** Everything once more, however recent the last pull: what it brought is gone. */
  const pullAnew = async (): Promise<void> => {
    await busy
    pulledAt = null
    await wake()
  }
  return { wake, pullAnew }
}

/** Keeps the mirror fed while the app is open. Returns the way to stop; the network is never woken while hidden. */
export function startEngine(phone: Phone = thisPhone): () => void {
  const drainer = startDrainer(phone)
  const engine = createEngine(phone, drainer.drain)
  const wakeIfVisible = (): void => {
    if (isPageVisible()) phone.inBackground(engine.wake())
  }
  phone.inBackground(recallContact(phone))
  phone.inBackground(recallRestored(phone))
  phone.inBackground(checkInstall(phone))
  const stopWatching = storageLost.subscribe(() => {
    if (storageLost.get()) phone.inBackground(engine.pullAnew())
  })
  wakeIfVisible()
  const stopListening = listenForTriggers(wakeIfVisible, IDLE_PROBE_MS)
  return () => {
    stopListening()
    stopWatching()
    drainer.stop()
  }
}
