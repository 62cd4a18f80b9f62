/// <reference lib="webworker" />
// The build resolves `?script` to the address of the built script.
// oxlint-disable-next-line import/default
import script from './missing-built-ins.ts?script'
import { lacksBuiltIns } from './lacks-built-ins.ts'

/** Not in TypeScript's library yet. https://www.w3.org/TR/trusted-types/ */
interface PolicyFactory {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (address: string) => string | undefined }): unknown
}

declare const self: WorkerGlobalScope & { readonly trustedTypes?: PolicyFactory }

// Must be a worker's first import, so that it runs before the others are evaluated. The service worker stores this
// script together with itself.
if (lacksBuiltIns()) {
  // In old browsers a worker inherits the policy of the page that starts it instead of its own.
  self.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (address === script ? address : undefined),
  })
  self.importScripts(script)
}
