/// <reference lib="webworker" />
// The build answers `?script` with the address of the built script.
// oxlint-disable-next-line import/default
import script from './missing-built-ins.ts?script'
import { lacksBuiltIns } from './lacks-built-ins.ts'

/** What TypeScript's own library does not know yet. https://www.w3.org/TR/trusted-types/ */
interface PolicyFactory {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (address: string) => string | undefined }): unknown
}

declare const self: WorkerGlobalScope & { readonly trustedTypes?: PolicyFactory }

// The first import of a worker: done before the others are evaluated. The service worker stores the script with itself.
if (lacksBuiltIns()) {
  // Old browsers give a worker the rules of the page that starts it, not its own.
  self.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (address === script ? address : undefined),
  })
  self.importScripts(script)
}
