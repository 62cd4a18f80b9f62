/** Built for a browser and run there: what an attendant's phone does, timed by its own clock. Milliseconds. */
import { createRandom, paintScene, type Scene, takeFrame } from '../e2e/scan/scenes.ts'
import { dayListFromWire } from '../src/contract/day-list-mapping.ts'
import { type DayListWire, dayListSchema } from '../src/contract/attendant.ts'
import { AttendantDb } from '../src/db/attendant-schema.ts'
import { mergeDayList } from '../src/domain/day-list.ts'
import { toParkId } from '../src/domain/ids.ts'
import { type Instant, toInstant } from '../src/domain/instant.ts'
import { importPassKeys, type PassJwk } from '../src/domain/pass.ts'
import { type SignedData, verifySigned } from '../src/domain/signed-data.ts'
import type { Gate } from '../src/domain/gate-car.ts'
import { judgeScan } from '../src/domain/verdict.ts'
import { must } from '../src/lib/assert.ts'
import { createFrameDecoder } from '../src/scan/decode-frame.ts'
import { grayOf } from '../src/scan/gray-image.ts'
import { warmUp } from '../src/scan/warm-up.ts'
import * as v from 'valibot'

type Modules = ReadonlyArray<readonly boolean[]>

const SIDE = 600
/** Frames sent by the camera before anything is held in front of it. */
const EMPTY_FRAMES = 5

function photo(modules: Modules, scene: Scene): Uint8ClampedArray {
  const size = { width: SIDE, height: SIDE }
  const frame = takeFrame(paintScene(modules, scene, size), { ...size, noise: scene.noise, random: createRandom(5) })
  const rgba = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (const [at, value] of frame.data.entries()) rgba.fill(value, at * 4, at * 4 + 3)
  return rgba
}

/** Times the page's first frame that shows a pass, as the camera delivers it. */
export function decodeFirst(modules: Modules, scene: Scene): number {
  const [empty, rgba] = [photo([], scene), photo(modules, scene)]
  const decoder = createFrameDecoder({ budgetMs: 150, now: () => performance.now() })
  // As the decoder's worker does while the camera opens.
  warmUp(decoder)
  for (let frame = 0; frame < EMPTY_FRAMES; frame += 1) decoder.decode(grayOf(empty, SIDE, SIDE))
  const started = performance.now()
  must(decoder.decode(grayOf(rgba, SIDE, SIDE)) ?? undefined, 'a good frame is read')
  return performance.now() - started
}

type Keys = readonly { readonly kid: number; readonly jwk: PassJwk }[]

async function readList(text: string, keys: Keys) {
  const answer: SignedData = JSON.parse(text)
  const wire: DayListWire = v.parse(dayListSchema, answer.data)
  const check = await verifySigned(answer, await importPassKeys(keys))
  if (check !== 'signed') throw new Error(check)
  const merged = mergeDayList(undefined, dayListFromWire(wire))
  if (!merged.ok) throw new Error(merged.error)
  return merged.value
}

/** Times from the answer's text to the list, stored and read back. */
export async function timeList(text: string, keys: Keys): Promise<number> {
  const db = new AttendantDb(`bench-${String(performance.now())}`, {})
  await db.open()
  const started = performance.now()
  const list = await readList(text, keys)
  await db.dayLists.put({ parkCode: list.park.code, list, savedAt: 0 })
  must(await db.dayLists.get(list.park.code), 'the list')
  const took = performance.now() - started
  await db.delete()
  return took
}

export interface Verifying {
  readonly passes: readonly string[]
  readonly list: string
  readonly keys: Keys
  readonly now: number
}

/** Times each pass from its text to the verdict, against a list of a thousand. */
export async function timeVerdicts({ passes, list, keys, now }: Verifying): Promise<readonly number[]> {
  const held = await readList(list, keys)
  const moment: Instant = toInstant(now)
  const gate: Gate = {
    ...{ parkId: toParkId(held.park.id), list: held, keys: await importPassKeys(keys) },
    ...{ direction: 'in', now: moment, logOf: () => [] },
  }
  const times: number[] = []
  for (const pass of passes) {
    const started = performance.now()
    const { kind } = await judgeScan(pass, gate)
    times.push(performance.now() - started)
    if (kind !== 'valid') throw new Error(kind)
  }
  return times
}
