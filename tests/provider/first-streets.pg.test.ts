import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TileRegionWire } from '../../src/contract/tiles.ts'
import { readJson } from './support/accounts.ts'
import { findFreePort, type ProviderProcess, spawnProvider } from './support/provider-process.ts'

let dataDir: string
let running: ProviderProcess | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-streets-'))
})
afterAll(async () => {
  running?.child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function start(streets: 'bundled' | 'none'): Promise<string> {
  const port = await findFreePort()
  running = await spawnProvider({ dataDir, port, settings: { STREETS: streets } })
  return `http://localhost:${String(port)}`
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  running?.child.kill(signal)
  await running?.exited
}

const listed = async (origin: string): Promise<readonly TileRegionWire[]> =>
  (await readJson<{ data: readonly TileRegionWire[] }>(await fetch(`${origin}/api/v1/tiles`))).data

/** Checks that every listed file is whole: its length and its first bytes are right. */
async function checkFiles(origin: string, regions: readonly TileRegionWire[]): Promise<void> {
  for (const { url, bytes } of regions) {
    const answer = await fetch(origin + url, { headers: { range: 'bytes=0-6' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 0-6/${String(bytes)}`])
    expect(await answer.text()).toBe('PMTiles')
  }
}

test('a start that is killed while it makes maps leaves none half made; the next one makes them, and later ones keep them', async () => {
  const first = await start('bundled')
  await checkFiles(first, await listed(first))
  await end('SIGKILL')

  const second = await start('bundled')
  await vi.waitFor(async () => expect(await listed(second)).toHaveLength(2), { timeout: 90_000, interval: 500 })
  const made = await listed(second)
  expect(made.map(({ region }) => region)).toEqual(['new-york-midtown', 'san-francisco-downtown'])
  await checkFiles(second, made)
  await end('SIGTERM')
  expect((await readdir(join(dataDir, 'tiles'))).filter((name) => name.endsWith('.tmp'))).toEqual([])

  const third = await start('none')
  expect(await listed(third)).toEqual(made)
  await checkFiles(third, made)
  await end('SIGTERM')
}, 180_000)
