/** Renders the PNG icons from `src/ui/mark.svg` with a Chromium. Run by hand when the mark changes. */
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './find-browser.mjs'

const mark = readFileSync('src/ui/mark.svg', 'utf8')
const BRAND = '#0b57d0'

interface Icon {
  readonly file: string
  readonly size: number
  /** Share of the width that the mark takes; the rest is brand colour, so that any mask may crop it. */
  readonly scale: number
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, scale: 1 },
  { file: 'icon-512.png', size: 512, scale: 1 },
  { file: 'maskable-512.png', size: 512, scale: 0.72 },
  { file: 'apple-touch-icon.png', size: 180, scale: 0.9 },
]

const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_FLAGS })
const page = await browser.newPage()
for (const { file, size, scale } of ICONS) {
  const ground = scale === 1 ? 'transparent' : BRAND
  const inner = Math.round(size * scale)
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0;background:${ground};display:grid;place-items:center;height:${size}px}
     svg{width:${inner}px;height:${inner}px;display:block}</style>${mark}`,
  )
  await page.screenshot({ path: `public/icons/${file}`, omitBackground: true })
  console.log(`public/icons/${file}`)
}
await browser.close()
