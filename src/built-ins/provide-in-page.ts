// The build answers `?script` with the address of the built script.
// oxlint-disable-next-line import/default
import script from './missing-built-ins.ts?script'
import { lacksBuiltIns } from './lacks-built-ins.ts'

/** Rejects when the script is needed and cannot be had. */
export async function provideBuiltIns(): Promise<void> {
  if (!lacksBuiltIns()) return
  await new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.addEventListener('load', resolve)
    element.addEventListener('error', () => reject(new Error(`${script} could not be loaded`)))
    document.head.append(element)
  })
}
