import { readRawRequests } from '../db/read/raw-requests.ts'
import { type RequestsText, requestsText } from '../outbox/requests-text.ts'
import { withTimeout } from '../db/with-timeout.ts'
import { deleteAllButApp } from '../lib/image-caches.ts'
import { clearLocalTextsBut } from '../lib/local-storage.ts'
import { clearTabTexts } from '../lib/session-storage.ts'
import { closeNotifications, unsubscribe } from './notifications/unsubscribe.ts'
import { type AppContext, appContext } from './app-context.ts'

/** Keeps all further data in this page's memory only; everything works while there is a connection. */
export const continueInMemory = (phone: AppContext = appContext): Promise<void> => phone.dbs.useMemory()

/** Settings of the phone rather than a driver: the next start keeps its language and colours. */
const KEPT_TEXTS = ['language', 'baywise-appearance']
/** Hung storage neither succeeds nor fails; the databases have shorter limits of their own. */
const STEP_MS = 10_000

/**
 * Removes everything that this app has left in the browser: databases, page snapshots and the route to a pass, typed
 * text, cached maps and photos, notifications. The app's own files stay. Each step runs regardless of the others.
 */
export async function deleteSavedData(phone: AppContext = appContext): Promise<void> {
  const steps = [() => phone.dbs.deleteAll(), deleteAllButApp, unsubscribe, closeNotifications]
  const ends = await Promise.allSettled(steps.map((step) => withTimeout(phone.dbs.timers, step, STEP_MS)))
  for (const end of ends)
    if (end.status === 'rejected') phone.log.warn('something saved is left', { reason: String(end.reason) })
  // Last, since texts may have been written until here.
  clearTabTexts()
  clearLocalTextsBut(KEPT_TEXTS)
}

/** Exports the requests that are not done, as far as they can be read, before anything is deleted. */
export const exportRequests = async (phone: AppContext = appContext): Promise<RequestsText> =>
  requestsText(await readRawRequests(), phone.clock.now())
