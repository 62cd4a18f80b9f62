import type { FullConfig } from '@playwright/test'
import { ensureBuild } from '../scripts/setup.mjs'
import { setDataTemplate } from './data-template.ts'
import { ProviderProcess } from './provider-process.ts'

async function makeDataTemplate(): Promise<() => Promise<void>> {
  const provider = await ProviderProcess.start()
  await provider.untilLogged('packs.made')
  await provider.halt()
  setDataTemplate(provider.dataDir)
  return () => provider.stop()
}

/** Journeys run on the production build only: with a development server the service worker is not the real one. */
export default async function globalSetup({
  workers,
}: Pick<FullConfig, 'workers'>): Promise<(() => Promise<void>) | undefined> {
  // A build that the caller named is used as it is; the provider serves it from there.
  if (process.env.DIST_DIR === undefined) await ensureBuild()
  // A single worker starts one provider, so a template would save nothing.
  return workers > 1 ? makeDataTemplate() : undefined
}
