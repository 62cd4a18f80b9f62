import { DAY_MS, HOUR_MS } from '../../../src/domain/instant.ts'
import { WEATHERS } from '../world/link.ts'
import { createRandom, mix, type Random } from '../world/random.ts'
import type { StorageTrouble } from '../world/storage.ts'
import { INTERRUPTIONS, type Maker, pickWeighted, QUEUED, SLEEPS, type Weighted } from './draws.ts'
import type { Event, Schedule, Step, Verb } from './step.ts'
import { withShop } from './visit-shop.ts'

const VERBS: Weighted<Verb> = [
  [5, 'add'],
  [7, 'edit'],
  [3, 'remove'],
  [4, 'set default'],
  [5, 'favour'],
  [9, 'extend'],
  [6, 'cancel'],
  [6, 'book'],
  [1.5, 'book twice'],
  [1.5, 'checkout'],
  [2.5, 'pay'],
  [1.5, 'renew'],
  [1.5, 'change plate'],
  [2, 'top up'],
  [0.7, 'top up twice'],
  [0.5, 'keep an amount'],
  [1.5, 'withdraw'],
  [0.7, 'withdraw twice'],
  [0.7, 'take back'],
  [2, 'retry'],
  [3, 'discard'],
  [2, 'send now'],
  [2, 'refresh'],
  [2, 'try again'],
  [1.5, 'remove request'],
  [1.5, 'sign in'],
  [1, 'sign out'],
]

const TROUBLES: readonly StorageTrouble[] = ['unknown', 'closed', 'hang', 'full']
const OFFSETS: readonly number[] = [0, 2 * DAY_MS, -2 * DAY_MS, 90_000, -HOUR_MS]
const EVENTS: Weighted<Maker> = [
  [40, (random) => ({ kind: 'act', verb: pickWeighted(random, VERBS) })],
  [14, (random) => ({ kind: 'weather', weather: random.pick(WEATHERS) })],
  [6, (random) => ({ kind: 'kill', turns: random.int(120), isKept: random.chance(0.5) })],
  [5, () => ({ kind: 'open' })],
  [4, () => ({ kind: 'worker' })],
  [2, (random) => ({ kind: 'clock', offsetMs: random.pick(OFFSETS) })],
  [2, (random) => ({ kind: 'sleep', ms: random.pick(SLEEPS) })],
  [4, (random) => ({ kind: 'storage', trouble: random.pick(TROUBLES), times: 1 + random.int(5) })],
  [2, (random) => ({ kind: 'freeze', ms: random.int(200_000) })],
  [2, (random) => ({ kind: 'outage', ms: random.int(120_000) })],
  [2, (random) => ({ kind: 'tariff', unitPriceMinor: 100 + 100 * random.int(6) })],
  [2, (random) => ({ kind: 'money', balanceMinor: random.pick([0, 300, 10_000, 50_000]) })],
  [1.5, (random) => ({ kind: 'account', isDisabled: random.chance(0.6) })],
  [1, () => ({ kind: 'revoke' })],
]

/** Often at once, sometimes later: two taps, a walk to the car, a night. */
const waitOf = (random: Random): number =>
  pickWeighted<number>(random, [
    [3, 0],
    [4, random.int(1_500)],
    [4, random.int(20_000)],
    [1, random.int(120_000)],
  ])

const NOW: readonly Verb[] = ['book', 'book twice', 'renew', 'change plate', 'top up', 'withdraw', 'checkout']
const INTERRUPTED_CHANCE = 0.16

const HANDED_OVER_CHANCE = 0.08

/** Queues many requests without signal; while they are sent slowly, another driver takes the phone. */
const handOver = (random: Random): ReadonlyArray<readonly [waitMs: number, event: Event]> => [
  [waitOf(random), { kind: 'weather', weather: 'down' }],
  [0, { kind: 'act', verb: 'add' }],
  [0, { kind: 'act', verb: 'add' }],
  [0, { kind: 'act', verb: random.pick(QUEUED) }],
  [5_000, { kind: 'weather', weather: 'slow' }],
  [0, { kind: 'act', verb: 'send now' }],
  [random.int(12_000), { kind: 'act', verb: 'sign in' }],
]

function makeSteps(random: Random, devices: number): readonly Step[] {
  const device = random.int(devices)
  const step = (waitMs: number, event: Event): Step => ({ waitMs, device, draw: random.int(2 ** 31), event })
  if (random.chance(HANDED_OVER_CHANCE)) return handOver(random).map(([waitMs, event]) => step(waitMs, event))
  if (!random.chance(INTERRUPTED_CHANCE)) return [step(waitOf(random), pickWeighted(random, EVENTS)(random))]
  const tap: Event = { kind: 'act', verb: random.pick(random.chance(0.4) ? NOW : QUEUED) }
  const soon = random.pick([0, 0, 30, 100, 1_000])
  // Changes a row while a list that contains it is in transit.
  if (random.chance(0.5))
    return [
      step(waitOf(random), { kind: 'weather', weather: random.pick(['slow', 'fine']) }),
      step(0, { kind: 'act', verb: 'refresh' }),
      step(soon, tap),
    ]
  return [step(waitOf(random), tap), step(soon, random.pick(INTERRUPTIONS)(random))]
}

const BAD_START_CHANCE = 0.4

/** Many stories start with a bad connection, because they are too short for one to develop. */
function makeStart(random: Random, device: number): readonly Step[] {
  if (!random.chance(BAD_START_CHANCE)) return []
  const event: Event = { kind: 'weather', weather: random.pick(WEATHERS) }
  return [{ waitMs: 0, device, draw: random.int(2 ** 31), event }]
}

/** Most bugs need few steps, so many small worlds find them sooner than few large ones; some bugs need a large one. */
const drawSize = (random: Random): number =>
  pickWeighted<() => number>(random, [
    [6, () => 2 + random.int(5)],
    [3, () => 5 + random.int(10)],
    [1, () => 12 + random.int(20)],
  ])()

const RESTORED_CHANCE = 0.06

/**
 * Backs up some providers and later restores them. Has its own random stream, so that all other stories stay the same.
 */
function withRestore(seed: number, story: Schedule): Schedule {
  const random = createRandom(mix(seed, 9))
  if (!random.chance(RESTORED_CHANCE)) return story
  const at = random.int(story.length)
  const until = at + random.int(story.length + 1 - at)
  const step = (kind: 'back up' | 'restore'): Step => ({ waitMs: 0, device: 0, draw: 0, event: { kind } })
  return [...story.slice(0, at), step('back up'), ...story.slice(at, until), step('restore'), ...story.slice(until)]
}

const GATE_CHANCE = 0.15

const gateVerb = (verb: Verb): Event => ({ kind: 'act', verb })

/**
 * An attendant's actions, in order: recorded without signal, with a clock up to three days wrong, which is then
 * corrected.
 */
function makeGateEvents(random: Random): readonly Event[] {
  const some = (event: Event, most: number): readonly Event[] =>
    Array.from({ length: 1 + random.int(most) }, () => event)
  const checkIns = (): readonly Event[] => some(gateVerb('check in'), 3)
  const sync = gateVerb('sync gate')
  const weather: Event = { kind: 'weather', weather: random.pick(WEATHERS) }
  const offsetMs = HOUR_MS * (1 + random.int(72)) * (random.chance(0.25) ? -1 : 1)
  const wrong: Event = { kind: 'clock', offsetMs }
  const maybe = (event: Event): readonly Event[] => (random.chance(0.5) ? [event] : [])
  return [
    ...[gateVerb('pair'), ...checkIns(), ...maybe(weather), sync],
    ...(random.chance(0.6) ? [wrong, ...maybe(sync), ...maybe(weather), ...checkIns(), sync] : []),
    ...maybe({ kind: 'kill', turns: random.int(120), isKept: random.chance(0.5) }),
    ...maybe({ kind: 'open' }),
    ...maybe({ kind: 'clock', offsetMs: 0 }),
    ...checkIns(),
    ...[...maybe({ kind: 'worker' }), sync],
  ]
}

/**
 * Adds an attendant's work on some phones, between the steps of the story. Skipped with a restore, after which the
 * provider may not know the phone.
 */
function withGate(seed: number, story: Schedule, devices: number): Schedule {
  const random = createRandom(mix(seed, 10))
  if (!random.chance(GATE_CHANCE) || story.some(({ event }) => event.kind === 'restore')) return story
  const device = random.int(devices)
  const events = makeGateEvents(random)
  const places = events.map(() => random.int(story.length + 1)).toSorted((a, b) => a - b)
  const stepOf = (event: Event): Step => ({ waitMs: random.int(2_000), device, draw: random.int(2 ** 31), event })
  const steps = events.map(stepOf)
  const at = (place: number): readonly Step[] => steps.filter((_, index) => places[index] === place)
  return [...story.flatMap((step, index) => [...at(index), step]), ...at(story.length)]
}

const REPORTS_CHANCE = 0.2

/** In some stories a driver finds no space, more than once. Has its own random stream, like restores. */
function withReports(seed: number, story: Schedule, devices: number): Schedule {
  const random = createRandom(mix(seed, 12))
  if (!random.chance(REPORTS_CHANCE)) return story
  return Array.from({ length: 1 + random.int(4) }).reduce<Schedule>((made) => {
    const at = random.int(made.length + 1)
    const event: Event = { kind: 'act', verb: random.pick(['report', 'no space']) }
    const step = { waitMs: random.int(2_000), device: random.int(devices), draw: random.int(2 ** 31), event }
    return [...made.slice(0, at), step, ...made.slice(at)]
  }, story)
}

const END_OF_STAY_CHANCE = 0.25

/**
 * In some stories a driver leaves early, or overstays by some hours and pays for it, perhaps with an intermittent
 * connection.
 */
function withEndOfStay(seed: number, story: Schedule, devices: number): Schedule {
  const random = createRandom(mix(seed, 13))
  if (!random.chance(END_OF_STAY_CHANCE)) return story
  const device = random.int(devices)
  const step = (event: Event): Step => ({ waitMs: random.int(2_000), device, draw: random.int(2 ** 31), event })
  const tap = (verb: Verb): Step => step({ kind: 'act', verb })
  const maybe = (...steps: readonly Step[]): readonly Step[] => (random.chance(0.4) ? steps : [])
  const stays: readonly Step[] = [
    ...maybe(tap('shorten'), ...maybe(tap('shorten'))),
    step({ kind: 'sleep', ms: random.pick([HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS]) }),
    ...maybe(tap('book')),
    ...maybe(step({ kind: 'weather', weather: random.pick(WEATHERS) })),
    tap('pay overstay'),
    ...maybe(tap('pay overstay'), tap(random.pick(['extend', 'cancel', 'renew']))),
    ...maybe(step({ kind: 'kill', turns: random.int(60), isKept: random.chance(0.5) }), tap('pay overstay')),
  ]
  const at = random.int(story.length + 1)
  return [...story.slice(0, at), ...stays, ...story.slice(at)]
}

const MOVES_CHANCE = 0.25

/**
 * In some stories a driver moves a booking, perhaps repeatedly, with an intermittent connection or a page that dies
 * halfway.
 */
function withMoves(seed: number, story: Schedule, devices: number): Schedule {
  const random = createRandom(mix(seed, 14))
  if (!random.chance(MOVES_CHANCE)) return story
  const device = random.int(devices)
  const step = (event: Event, waitMs = random.int(2_000)): Step => ({
    waitMs,
    device,
    draw: random.int(2 ** 31),
    event,
  })
  const tap = (verb: Verb): Step => step({ kind: 'act', verb })
  const maybe = (...steps: readonly Step[]): readonly Step[] => (random.chance(0.4) ? steps : [])
  const moves: readonly Step[] = [
    ...maybe(step({ kind: 'weather', weather: random.pick(WEATHERS) })),
    ...[tap('refresh'), tap('move')],
    ...maybe(step(random.pick(INTERRUPTIONS)(random), random.pick([0, 0, 30, 100])), step({ kind: 'open' })),
    ...maybe(tap(random.pick(['move', 'cancel', 'extend', 'shorten', 'try again', 'change plate']))),
    ...maybe(tap('refresh'), tap('move')),
  ]
  const at = random.int(story.length + 1)
  return [...story.slice(0, at), ...moves, ...story.slice(at)]
}

const MONEY_BACK_CHANCE = 0.2

/**
 * In some stories a driver pays money in and withdraws it, perhaps all of it, perhaps before giving a second factor, or
 * with a breaking connection.
 */
function withMoneyBack(seed: number, story: Schedule, devices: number): Schedule {
  const random = createRandom(mix(seed, 18))
  if (!random.chance(MONEY_BACK_CHANCE)) return story
  const device = random.int(devices)
  const step = (event: Event): Step => ({ waitMs: random.int(2_000), device, draw: random.int(2 ** 31), event })
  const tap = (verb: Verb): Step => step({ kind: 'act', verb })
  const maybe = (...steps: readonly Step[]): readonly Step[] => (random.chance(0.4) ? steps : [])
  const wants = (): Step => tap(random.pick(['withdraw', 'withdraw', 'withdraw twice']))
  const steps: readonly Step[] = [
    ...[tap('top up'), tap('pay'), tap('pay')],
    ...maybe(step({ kind: 'weather', weather: random.pick(WEATHERS) })),
    wants(),
    ...maybe(step({ kind: 'kill', turns: random.int(60), isKept: random.chance(0.5) }), step({ kind: 'open' })),
    ...maybe(tap('try again')),
    ...maybe(wants(), tap('try again')),
    ...maybe(tap('take back')),
    ...maybe(step({ kind: 'sleep', ms: random.pick([HOUR_MS / 4, HOUR_MS]) })),
  ]
  const at = random.int(story.length + 1)
  return [...story.slice(0, at), ...steps, ...story.slice(at)]
}

/** Makes the schedule of this seed's world. */
export function makeSchedule(seed: number, devices: number, hasShop: boolean): Schedule {
  const random = createRandom(mix(seed, 5))
  const count = drawSize(random)
  const story = withRestore(seed, [
    ...Array.from({ length: devices }, (_, device) => makeStart(random, device)).flat(),
    ...Array.from({ length: count }, () => makeSteps(random, devices)).flat(),
  ])
  const stayed = withEndOfStay(seed, withReports(seed, withGate(seed, story, devices), devices), devices)
  const moved = withMoneyBack(seed, withMoves(seed, stayed, devices), devices)
  return hasShop ? withShop(seed, moved, devices) : moved
}
