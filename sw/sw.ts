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
 * What this worker listens to. Navigations and assets: precache. Tiles and photos, where a source is configured: images.
 * The page's consent to a new release: update. A signal after none: outbox-sync, errors. Reminders: push. API answers are never
 * cached here: the mirror is the one copy.
 */
leaveApiAlone()
serveShell()
serveImages()
updateByConsent()
storeOnDemand()
sendWhatWaits()
showReminders()
reportErrors()
