import { readRawRequests } from '../db/read/raw-requests.ts'
import { type RequestsText, requestsText } from '../outbox/requests-text.ts'
import { withTimeout } from '../db/with-timeout.ts'
import { deleteAllButApp } from '../lib/image-caches.ts'
import { clearLocalTextsBut } from '../lib/local-storage.ts'
import { clearTabTexts } from '../lib/session-storage.ts'
import { closeNotifications, unsubscribe } from './notifications/unsubscribe.ts'
import { type AppContext, appContext } from './app-context.ts'

/** From now on nothing is kept beyond this page; with a connection everything works. */
export const continueInMemory = (phone: AppContext = appContext): Promise<void> => phone.dbs.useMemory()

/** Of the phone, not of a driver: the next start speaks the same language in the same colours. */
const KEPT_TEXTS = ['language', 'baywise-appearance']
/** Storage that hangs answers neither yes nor no; the databases have limits of their own within this. */
const STEP_MS = 10_000

/**
 * Removes whatever this app has left in the browser: databases, pictures of pages and the way to a pass, what was typed, seen maps and
 * photos, notifications. The app's own files stay. Each step whatever becomes of the others.
 */
export async function deleteSavedData(phone: AppContext = appContext): Promise<void> {
  const steps = [() => phone.dbs.deleteAll(), deleteAllButApp, unsubscribe, closeNotifications]
  const ends = await Promise.allSettled(steps.map((step) => withTimeout(phone.dbs.timers, step, STEP_MS)))
  for (const end of ends)
    if (end.status === 'rejected') phone.log.warn('something saved is left', { reason: String(end.reason) })
  // Last: until here something may have been noted once more.
  clearTabTexts()
  clearLocalTextsBut(KEPT_TEXTS)
}

/** What was asked for and is not done, as far as it can still be read, before anything is deleted. */
export const exportRequests = async (phone: AppContext = appContext): Promise<RequestsText> =>
  requestsText(await readRawRequests(), phone.clock.now())
