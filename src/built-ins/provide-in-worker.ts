/// <reference lib="webworker" />
// The build answers `?script` with the address of the built script.
// oxlint-disable-next-line import/default
import script from './missing-built-ins.ts?script'
import { lacksBuiltIns } from './lacks-built-ins.ts'

declare const self: WorkerGlobalScope

// The first import of a worker: done before the others are evaluated. The service worker stores the script with itself.
if (lacksBuiltIns()) self.importScripts(script)
