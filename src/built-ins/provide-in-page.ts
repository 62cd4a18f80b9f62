// The build resolves `?script` to the address of the built script.
// oxlint-disable-next-line import/default
import script from './missing-built-ins.ts?script'
import { lacksBuiltIns } from './lacks-built-ins.ts'

/** Loads the missing built-ins. Rejects when the script is needed and cannot be loaded. */
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
