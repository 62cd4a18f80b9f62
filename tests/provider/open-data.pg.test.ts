import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runParksExport, runParksImport } from '../../provider/cli/export-parks.ts'
import { importFile } from '../../provider/cli/import.ts'
import { importParks } from '../../provider/import/import-parks.ts'
import { linesOfApds } from '../../provider/import/apds.ts'
import { lineOfOsm } from '../../provider/import/osm-tags.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const data = (file: string): string => new URL(`../../data/${file}`, import.meta.url).pathname

let provider: TestProvider
let empty: TestProvider
let apdsOnly: TestProvider
let folder: string
beforeAll(async () => {
  provider = await startTestProvider()
  empty = await startTestProvider()
  apdsOnly = await startTestProvider()
  folder = await mkdtemp(path.join(tmpdir(), 'open-data-'))
  for (const file of ['parks.ndjson', 'parks.midtown.ndjson']) await importFile(provider.deps, data(file))
}, 120_000)
afterAll(async () => {
  await provider.close()
  await empty.close()
  await apdsOnly.close()
  await rm(folder, { recursive: true })
})

const file = (name: string): string => path.join(folder, name)
const sandbox = { sandbox: true }
const fingerprints = ({ deps: { db } }: TestProvider) =>
  db.query<{ key: string; fingerprint: string; tariff_version: string }>(
    `select source || '/' || source_id as key, fingerprint, tariff_version from parks
      where lat is not null and source <> 'test' order by 1`,
  )

/** Copies an export without our own fields, as a reader that knows only the standard sees it. */
const withoutOurs = async (name: string): Promise<string> => {
  const { places, ...others } = JSON.parse(await readFile(file(name), 'utf8')) as {
    readonly places: { readonly data: ReadonlyArray<Record<string, unknown>> }
  }
  const data = places.data.map((place) => ({ ...place, baywise: undefined }))
  await writeFile(file(`plain-${name}`), JSON.stringify({ ...others, places: { ...places, data } }))
  return file(`plain-${name}`)
}

describe('car parks in APDS', () => {
  it('read back are the same car parks, every real one, to the last rule of their prices', async () => {
    const before = await fingerprints(provider)
    expect((await runParksExport(provider.deps.db, [file('apds.json'), '--format', 'apds'])).exitCode).toBe(0)
    const again = await runParksImport(provider.deps.db, sandbox, [file('apds.json'), '--format', 'apds'])
    expect(again.lines[0]).toMatch(/\(new 0, updated 0, unchanged \d+\), refused 0$/)
    await runParksImport(apdsOnly.deps.db, sandbox, [file('apds.json'), '--format', 'apds'])
    const there = new Map((await fingerprints(apdsOnly)).map((row) => [row.key, row]))
    expect(before.filter((row) => there.get(row.key)?.fingerprint !== row.fingerprint)).toEqual([])
  }, 120_000)

  it('say most known prices whole in the words of the standard alone, and read no other one without a word beside it', async () => {
    const lines = linesOfApds(JSON.parse(await readFile(await withoutOurs('apds.json'), 'utf8'))) ?? []
    const [known] = await provider.deps.db.query<{ count: number }>(
      `select count(*)::int from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version
        where not 'tariff' = any (p.demo_fields) and jsonb_array_length(t.tariff -> 'windows') > 0`,
    )
    expect(lines.every((line) => line?.ok === true)).toBe(true)
    const { places } = JSON.parse(await readFile(file('apds.json'), 'utf8')) as {
      readonly places: { readonly data: ReadonlyArray<{ readonly baywise?: { readonly tariff?: unknown } }> }
    }
    const isSaidBeside = places.data.map(({ baywise }) => baywise?.tariff !== undefined)
    const whole = lines.filter((line, index) => line?.ok === true && line.value.tariff !== null && !isSaidBeside[index])
    const beside = isSaidBeside.filter(Boolean)
    expect(whole.length + beside.length).toBe(known?.count)
    expect(whole.length).toBeGreaterThan(beside.length)
  })
})

describe('car parks in the tags of OpenStreetMap', () => {
  it('read back are the same car parks, every real one, to the last rule of their prices', async () => {
    const before = await fingerprints(provider)
    expect(before.length).toBeGreaterThan(2_300)
    expect((await runParksExport(provider.deps.db, [file('all.json'), '--format', 'osm'])).exitCode).toBe(0)
    const again = await runParksImport(provider.deps.db, sandbox, [file('all.json'), '--format', 'osm'])
    expect(again.lines[0]).toMatch(/\(new 0, updated 0, unchanged \d+\), refused 0$/)
    await runParksImport(empty.deps.db, sandbox, [file('all.json'), '--format', 'osm'])
    const known = new Set((await fingerprints(empty)).map(({ key }) => key))
    expect(before.filter(({ key }) => !known.has(key))).toEqual([])
    const there = new Map((await fingerprints(empty)).map((row) => [row.key, row]))
    expect(before.filter((row) => there.get(row.key)?.fingerprint !== row.fingerprint)).toEqual([])
  }, 120_000)

  it('say nothing that the sandbox made up', async () => {
    const { elements } = JSON.parse(await readFile(file('all.json'), 'utf8')) as {
      readonly elements: ReadonlyArray<{ readonly id: number; readonly tags: Record<string, string> }>
    }
    const demo = await provider.deps.db.query<{ id: number; demo_fields: string[] }>(
      'select id, demo_fields from parks',
    )
    const invented = new Map(demo.map(({ id, demo_fields: fields }) => [-id, new Set(fields)]))
    for (const { id, tags } of elements) {
      const fields = invented.get(id) ?? new Set()
      if (fields.has('capacity')) expect(tags['capacity']).toBeUndefined()
      if (fields.has('tariff'))
        expect([tags['charge'], tags['fee'], tags['baywise:tariff']]).toEqual([undefined, undefined, undefined])
      if (fields.has('name')) expect(tags['name']).toBeUndefined()
      if (fields.has('chargers')) expect(Object.keys(tags).filter((tag) => tag.startsWith('socket:'))).toEqual([])
    }
    expect(
      elements.some(({ tags }) => tags['charge'] === '3 CAD/hour; 10 CAD/day' || tags['charge'] !== undefined),
    ).toBe(true)
  })

  it('carry chargers and a price list with windows', async () => {
    const line = {
      ...{
        source: 'roundtrip',
        source_id: '1',
        country_code: 'CA',
        state: 'Ontario',
        city: 'Toronto',
        name: 'Round Trip',
      },
      ...{
        lat: 43.7,
        lng: -79.4,
        capacity: 20,
        currency: 'CAD',
        kind: 'garage',
        height_limit_m: 2.1,
        hours_text: '24/7',
      },
      rates_text: '$3.00 / half hour; Day Maximum (7am - 6pm) $15.00; Night Maximum (6pm - 7am) $6.00',
      chargers: [
        { connector: 'type1_combo', power_kw: 50, count: 2, price: 48, per: 'kwh' },
        { connector: 'type1_combo', power_kw: 150, count: 1 },
      ],
    }
    await importParks(provider.deps, [JSON.stringify(line)])
    await runParksExport(provider.deps.db, [file('one.json'), '--format', 'osm', '--country', 'CA'])
    const again = await runParksImport(provider.deps.db, sandbox, [file('one.json'), '--format', 'osm'])
    expect(again.lines[0]).toContain('new 0, updated 0,')
  })
})

describe('an element of OpenStreetMap', () => {
  const read = (tags: Record<string, string>, more: object = {}) =>
    lineOfOsm({ type: 'node', id: 7, lat: 6.45, lon: 3.4, tags: { amenity: 'parking', ...tags }, ...more }, 'NG')

  it('is read by the tags that mappers use', () => {
    const read_ = read({
      ...{ parking: 'multi-storey', capacity: '120', 'capacity:disabled': '4', maxheight: '2.1 m', fee: 'yes' },
      ...{ charge: '500 NGN/hour; 3000 NGN/day', 'socket:type2': '4', 'socket:type2:output': '22 kW' },
      ...{ 'addr:street': 'Marina', 'addr:housenumber': '12', 'addr:city': 'Lagos' },
    })
    expect(read_).toMatchObject({
      ok: true,
      value: {
        ...{ source: 'openstreetmap', source_id: 'node/7', kind: 'garage', capacity: 120, accessible_spaces: 4 },
        ...{ height_limit_m: 2.1, hourly_rate: 500, daily_max: 3000, address: '12 Marina', city: 'Lagos' },
        chargers: [{ connector: 'type2', power_kw: 22, count: 4 }],
      },
    })
    expect(read({ fee: 'no' })).toMatchObject({ value: { hourly_rate: 0 } })
    expect(read({ maxheight: `6'11"` })).toMatchObject({ value: { height_limit_m: 2.11 } })
  })

  it('that says less is not given more, and what is written otherwise counts as unknown', () => {
    expect(read({})).toMatchObject({ value: { capacity: null, hourly_rate: null, chargers: [] } })
    expect(read({ capacity: 'many', charge: '5 EUR/hour', maxheight: 'default' })).toMatchObject({
      value: { capacity: null, hourly_rate: null, height_limit_m: null },
    })
  })

  it.each([
    ['another thing', { amenity: 'cafe' }],
    ['another country', { 'addr:country': 'FR' }],
    ['chargers that are none', { 'baywise:chargers': '[{"connector":"usb"}]' }],
    ['a broken price list', { 'baywise:tariff': '{"windows":' }],
    ['a price list with a hole in its form', { 'baywise:tariff': '{"windows":[]}' }],
  ])('is refused when it is %s', (_, tags) => {
    const read_ = read(tags)
    expect([read_.ok, tags]).toEqual([false, tags])
  })

  it('of a file that is no answer of Overpass is told so, and one without a country too', async () => {
    await writeFile(file('bad.json'), '{"features": []}')
    await expect(runParksImport(empty.deps.db, sandbox, [file('bad.json'), '--format', 'osm'])).rejects.toThrow(
      'Overpass',
    )
    expect((await runParksImport(empty.deps.db, sandbox, [file('all.json'), '--format', 'gpx'])).exitCode).toBe(2)
    expect(lineOfOsm({ type: 'node', id: 1, lat: 6, lon: 3, tags: { amenity: 'parking' } }, undefined).ok).toBe(false)
    expect(lineOfOsm(null, 'NG').ok).toBe(false)
  })
})
