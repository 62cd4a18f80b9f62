import type { FullConfig } from '@playwright/test'
import { missingPackages } from '../../scripts/find-or-install-engines.mjs'
import ensureBuilt from '../global-setup.ts'

/** Installs nothing: a browser engine is too much to install unasked. `npm test` does. */
export default async function globalSetup(config: FullConfig): Promise<void> {
  const missing = missingPackages('webkit')
  if (missing.length > 0) {
    throw new Error(`The checks in WebKit need packages of Debian or Ubuntu: apt-get install ${missing.join(' ')}`)
  }
  await ensureBuilt(config)
}
