import { expect, test } from 'vitest'
import { changeRegion } from '../../../src/db/apply/regions.ts'
import { readStreetNames } from '../../../src/db/read/street-names.ts'
import { keepPacksFresh } from '../../../src/sync/packs/keep-packs-fresh.ts'
import { want } from '../../../src/sync/packs/pack-steps.ts'
import { runPacks } from '../../../src/sync/packs/run-packs.ts'
import type { TestPhone } from '../support/test-phone.ts'
import { chunksOn, keepIt, openScene, parksOn, rowOf, type Scene } from './support/pack-phone.ts'
import { packPark, REGION } from './support/pack-provider.ts'

class Killed extends Error {}

/** Kills the phone at its `at`th step, a write or a request. Returns a function that counts the steps. */
function killAt(phone: TestPhone, at: number): { readonly steps: () => number } {
  let steps = 0
  const step = (): void => {
    steps += 1
    if (steps >= at) throw new Killed(`at step ${String(at)}`)
  }
  phone.line.through = (request, next) => {
    step()
    return next(request)
  }
  phone.dbs.public.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) => {
            step()
            return table.mutate(request)
          },
        }
      },
    }),
  })
  return { steps: () => steps }
}

/** Stores or updates the region on a phone that dies at a step. Returns false when it finished before. */
async function keepUntil({ provider, clock }: Scene, phone: TestPhone, at: number): Promise<boolean> {
  const { files: _files, valid_until: _valid, ...pack } = provider.manifest()
  const { steps } = killAt(phone, at)
  const run = async () => {
    await changeRegion(phone.dbs, REGION, (row) => want(row, pack, { at: clock.now(), isAsked: true }))
    await runPacks(phone)
  }
  await Promise.allSettled([run()])
  return steps() >= at
}

async function expectWhole({ provider }: Scene, phone: TestPhone): Promise<void> {
  const { revision, streets } = provider.manifest()
  expect(await rowOf(phone)).toMatchObject({ job: null, isBroken: false, kept: { revision } })
  expect((await parksOn(phone)).map(({ park }) => [park.id, park.name])).toEqual(
    provider.parks.map(({ id, name }) => [id, name]),
  )
  expect(await readStreetNames(phone.dbs)).toHaveLength(1)
  for (const { url, bytes } of streets) expect(await chunksOn(url)).toBe(Math.ceil(bytes / 65_536))
  expect(await phone.dbs.public.stagedFiles.count()).toBe(0)
}

test('killed at any step of its way in, a region is whole or not there, and comes whole at the next start', async () => {
  let killed = 0
  for (let at = 1; ; at += 1) {
    const scene = openScene()
    if (!(await keepUntil(scene, scene.phone, at))) break
    killed += 1
    const next = scene.phone.restart()
    const row = await rowOf(next)
    if (row?.kept === null) expect(row.job).not.toBeNull()
    if (row === undefined) await keepIt(scene, next)
    await keepPacksFresh(next)
    await expectWhole(scene, next)
  }
  expect(killed).toBeGreaterThan(20)
}, 60_000)

test('killed at any step of an update, what was kept is there as it was, or new', async () => {
  let killed = 0
  for (let at = 1; ; at += 1) {
    const scene = openScene()
    const { provider, clock, phone } = scene
    const before = await keepIt(scene)
    clock.advance(3_600_000)
    provider.madeAt = clock.now()
    provider.parks = [packPark(1, 1), packPark(2, 2, { version: 2, name: 'Renamed' }), packPark(5, 5)]
    provider.archive = new Uint8Array(70_000).fill(9)
    const dying = phone.restart()
    if (!(await keepUntil(scene, dying, at))) break
    killed += 1
    const next = phone.restart()
    const row = await rowOf(next)
    expect([before?.kept?.revision, provider.manifest().revision]).toContain(row?.kept?.revision)
    expect(row?.isBroken).toBe(false)
    for (const { url, bytes } of row?.kept?.streets ?? []) expect(await chunksOn(url)).toBe(Math.ceil(bytes / 65_536))
    if (row?.job === null) await keepIt(scene, next)
    await keepPacksFresh(next)
    await expectWhole(scene, next)
  }
  expect(killed).toBeGreaterThan(15)
}, 60_000)
