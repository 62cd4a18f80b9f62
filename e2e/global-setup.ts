import { ensureBuild } from '../scripts/setup.mjs'

/** Journeys run on the production build only: a service worker on a development server proves nothing. */
export default async function globalSetup(): Promise<void> {
  // A build that the caller made and named is taken as it is; the provider serves it from there.
  if (process.env.DIST_DIR !== undefined) return
  await ensureBuild()
}
