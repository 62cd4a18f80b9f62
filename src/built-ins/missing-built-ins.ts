/**
 * Exactly the built-ins that the app and its packages use and browsers at the floor lack. A separate script, which
 * current browsers never load. `scripts/check-floor.ts` reports any that are used but not listed here.
 */
import 'core-js/modules/es.array.find-last.js'
import 'core-js/modules/es.array.to-reversed.js'
import 'core-js/modules/es.array.to-sorted.js'
import 'core-js/modules/es.object.has-own.js'
import 'core-js/modules/web.structured-clone.js'
import { addAbortSignalParts } from './abort-signal.ts'

addAbortSignalParts()
