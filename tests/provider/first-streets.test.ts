import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../provider/config.ts'
import { makeFirstStreets } from '../../provider/services/first-streets.ts'
import { silentLog } from '../../src/lib/log.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-first-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

interface Asked {
  readonly region: string
  readonly source: string
}

/** Returns what a start would make; `fails` tells which sources deliver nothing. */
async function start(
  streets: 'all' | 'bundled' | 'none',
  fails: (asked: Asked) => boolean = () => false,
): Promise<readonly string[]> {
  const asked: Asked[] = []
  const deps = {
    config: { dataDir, streets },
    clock: { now: () => NOW },
    log: silentLog,
    signal: new AbortController().signal,
  }
  await makeFirstStreets(deps, (words) => {
    const [, , source = '', , region = ''] = words
    asked.push({ region, source })
    return fails({ region, source }) ? Promise.reject(new Error('offline')) : Promise.resolve('made')
  })
  return asked.map(({ region, source }) => `${region} ${basename(source)}`)
}

const BUNDLED = ['new-york-midtown midtown-manhattan.osm.pbf', 'san-francisco-downtown sf-downtown.osm.pbf']

test('the bundled extracts first, then four cities of the build of the day before', async () => {
  expect(await start('all')).toEqual([
    ...BUNDLED,
    'toronto 20261122.pmtiles',
    'vancouver 20261122.pmtiles',
    'lagos 20261122.pmtiles',
    'dakar 20261122.pmtiles',
  ])
})

test('the switch: the extracts alone, or nothing', async () => {
  expect(await start('bundled')).toEqual(BUNDLED)
  expect(await start('none')).toEqual([])
})

test('a build that is not there is looked for a day earlier, for all cities', async () => {
  const asked = await start('all', ({ source }) => source.endsWith('20261122.pmtiles'))
  expect(asked.slice(2)).toEqual([
    'toronto 20261122.pmtiles',
    'toronto 20261121.pmtiles',
    'vancouver 20261121.pmtiles',
    'lagos 20261121.pmtiles',
    'dakar 20261121.pmtiles',
  ])
})

test('without internet one city asks for four days and the others not at all, and the start goes on', async () => {
  const asked = await start('all', ({ source }) => source.startsWith('https:'))
  expect(asked.slice(2).map((one) => one.split(' ')[0])).toEqual(['toronto', 'toronto', 'toronto', 'toronto'])
})

test('what is there already is not made again', async () => {
  await mkdir(join(dataDir, 'tiles'))
  for (const region of ['new-york-midtown', 'toronto', 'dakar']) {
    const row = { region, file: `${region}-0123456789abcdef.pmtiles`, bytes: 5, box: [0, 0, 1, 1], source: 'x' }
    const text = JSON.stringify({ ...row, attribution: '©', made_at: '2026-11-23T12:00:00Z' })
    await writeFile(join(dataDir, 'tiles', `${region}.json`), text)
  }
  expect((await start('all')).map((one) => one.split(' ')[0])).toEqual(['san-francisco-downtown', 'vancouver', 'lagos'])
})

test('outside the sandbox nothing is made, whatever the switch says', () => {
  expect(readConfig({ SANDBOX: '1' }).streets).toBe('all')
  expect(readConfig({ SANDBOX: '1', STREETS: 'bundled' }).streets).toBe('bundled')
  expect(readConfig({ SANDBOX: '0', STREETS: 'all' }).streets).toBe('none')
  expect(() => readConfig({ STREETS: 'yes' })).toThrow('STREETS is all, bundled or none')
})
