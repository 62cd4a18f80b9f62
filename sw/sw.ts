/// <reference lib="webworker" />
import '../src/built-ins/provide-in-worker.ts'
import { reportErrors } from './errors.ts'
import { serveImages } from './images.ts'
import { storeOnDemand } from './load-on-demand.ts'
import { sendWhatWaits } from './outbox-sync.ts'
import { leaveApiAlone } from './leave-alone.ts'
import { serveShell } from './precache.ts'
import { showReminders } from './push.ts'
import { updateByConsent } from './update.ts'

/**
 * The worker's listeners. Navigations and assets: precache. Tiles and photos, where a source is configured: images. The
 * page's consent to a new release: update. Background sync: outbox-sync, errors. Reminders: push. API answers are never
 * cached here: the mirror is the only copy.
 */
leaveApiAlone()
serveShell()
serveImages()
updateByConsent()
storeOnDemand()
sendWhatWaits()
showReminders()
reportErrors()
