import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import type { CDPSession } from '@playwright/test'
import { ROOT } from '../scripts/setup.mjs'

const MAPS = path.join(ROOT, '.cache/bench-start-maps')

interface Frame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
}

/** Makes a separate build with source maps: the same files as in `dist/`, with different hashes in their names. */
export function buildMaps(): void {
  execFileSync(
    path.join(ROOT, 'node_modules/.bin/vite'),
    ['build', '--sourcemap', 'hidden', '--emptyOutDir', '--logLevel', 'error'],
    { cwd: ROOT, env: { ...process.env, BAYWISE_OUT_DIR: MAPS }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

const maps = new Map<string, SourceMap | undefined>()

/** The name without the content hash. */
const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js(?:\.map)?$/, '')

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const folder = path.join(MAPS, 'assets')
    const found = readdirSync(folder).filter((name) => name.endsWith('.map') && nameOf(name) === nameOf(file))
    const [own] = found.length === 1 ? found : []
    maps.set(
      file,
      own === undefined ? undefined : new SourceMap(JSON.parse(readFileSync(path.join(folder, own), 'utf8'))),
    )
  }
  return maps.get(file)
}

/** `src/app/frame.tsx`, a package's name, or the browser's own work in brackets. */
function moduleOf({ functionName, url, lineNumber, columnNumber }: Frame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(browser)'
  const file = path.posix.basename(new URL(url).pathname)
  const entry = mapOf(file)?.findEntry(lineNumber, columnNumber)
  const source = entry !== undefined && 'originalSource' in entry ? entry.originalSource : undefined
  if (source === undefined) return file
  const [, name] = /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  return name ?? source.replace(/^(?:\.\.\/)+/, '')
}

export async function startProfile(devtools: CDPSession): Promise<void> {
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 200 })
  await devtools.send('Profiler.start')
}

/** Milliseconds spent in each module itself since the profile started. */
export async function endProfile(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { profile }: { profile: Profile } = await devtools.send('Profiler.stop')
  const modules = new Map(profile.nodes.map(({ id, callFrame }) => [id, moduleOf(callFrame)]))
  const times = new Map<string, number>()
  for (const [index, node] of (profile.samples ?? []).entries()) {
    const name = modules.get(node) ?? ''
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas?.[index + 1] ?? 0) / 1000)
  }
  return times
}
