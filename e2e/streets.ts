import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ROOT, mustFindNode } from '../scripts/setup.mjs'
import type { ProviderProcess } from './provider-process.ts'

/** Downtown San Francisco: inside the bundled extract, among named streets. */
export const MOSCONE = { lat: 37.7842, lng: -122.4016 } as const
const BOX = '-122.420,37.769,-122.381,37.798'

/** Gives a running provider the streets of downtown San Francisco, once. */
export async function ensureStreets({ dataDir, url }: ProviderProcess): Promise<void> {
  const listed = await fetch(`${url}/api/v1/tiles`)
  if ((await listed.text()).includes('san-francisco')) return
  const words = [
    'tiles',
    'import',
    'data/streets/sf-downtown.osm.pbf',
    '--region',
    'san-francisco-downtown',
    '--box',
    BOX,
  ]
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(mustFindNode(), ['provider/cli/main.ts', ...words], { cwd: ROOT, env })
}

export type Colour = 'land' | 'water' | 'street' | 'green'

/** Counts the pixels of the rendered streets that have the present theme's colour of a map token. */
export const countPixels = (page: Page, colour: Colour): Promise<number> =>
  page.evaluate((wanted) => {
    const value = getComputedStyle(document.documentElement).getPropertyValue(`--map-${wanted}`).trim()
    const probe = new OffscreenCanvas(1, 1).getContext('2d')
    if (probe === null) throw new Error('no canvas')
    probe.fillStyle = value
    probe.fillRect(0, 0, 1, 1)
    const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data
    let count = 0
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-streets]')) {
      // A canvas with a transferred bitmap has no readable pixels; a copy has.
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
      if (copy === null) throw new Error('no canvas')
      copy.drawImage(canvas, 0, 0)
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count += 1
    }
    return count
  }, colour)
