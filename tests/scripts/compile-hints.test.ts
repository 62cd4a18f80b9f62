import { SourceMap } from 'node:module'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { compileHints, HINT } from '../../scripts/compile-hints.ts'

/** `index` loads `other` on request. */
const SOURCES: Readonly<Record<string, string>> = {
  index: `export const load = () => import('other')`,
  other: `export const there = () => { throw new Error('here') }`,
}

const fromMemory: Plugin = {
  name: 'from-memory',
  resolveId: (id) => (id in SOURCES ? id : null),
  load: (id) => SOURCES[id] ?? null,
}

interface Built {
  readonly fileName: string
  readonly code: string
  readonly map: string
}

async function buildFiles(plugins: readonly Plugin[]): Promise<Readonly<Record<'index' | 'other', Built>>> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [fromMemory, ...plugins],
    build: {
      write: false,
      sourcemap: 'hidden',
      rolldownOptions: { input: 'index', preserveEntrySignatures: 'strict' },
    },
  })
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput
  const find = (name: string): Built => {
    const chunk = output.find((file) => file.type === 'chunk' && file.name === name)
    const map = output.find((file) => file.fileName === `${chunk?.fileName ?? ''}.map`)
    if (chunk?.type !== 'chunk' || map?.type !== 'asset') throw new Error(`${name} was not built`)
    return { fileName: chunk.fileName, code: chunk.code, map: String(map.source) }
  }
  return { index: find('index'), other: find('other') }
}

test('files of a relaunch begin with the word for the browser, under a name of their own, and are found in their sources as before', async () => {
  const before = await buildFiles([])
  const { index, other } = await buildFiles([compileHints])
  expect(index.code).toBe(`${HINT}\n${before.index.code}`)
  expect(index.fileName).not.toBe(before.index.fileName)
  expect(other).toEqual(before.other)

  const lines = index.code.split('\n')
  const line = lines.findIndex((text) => text.includes('import('))
  const entry = new SourceMap(JSON.parse(index.map)).findEntry(line, lines[line]?.indexOf('import(') ?? 0)
  expect(entry).toMatchObject({ originalLine: 0, originalColumn: SOURCES['index']?.indexOf('import(') })
})
