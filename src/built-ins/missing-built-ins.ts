/**
 * What the app and its packages use and browsers at the floor do not have, and no more. A script of its own: the browsers of today never
 * load it. `scripts/check-floor.ts` names what is used and not listed here.
 */
import 'core-js/modules/es.array.find-last.js'
import 'core-js/modules/es.array.to-reversed.js'
import 'core-js/modules/es.array.to-sorted.js'
import 'core-js/modules/es.object.has-own.js'
import 'core-js/modules/web.structured-clone.js'
import { addAbortSignalParts } from './abort-signal.ts'

addAbortSignalParts()
