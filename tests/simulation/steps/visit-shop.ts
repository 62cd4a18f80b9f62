import { RENEWAL_STAGES } from '../../../src/domain/document-kinds.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/instant.ts'
import { WEATHERS } from '../world/link.ts'
import { createRandom, mix, type Random } from '../world/random.ts'
import { INTERRUPTIONS, pickWeighted, SLEEPS, type Weighted } from './draws.ts'
import type { Event, Schedule, Step, Verb } from './step.ts'

const SHOP_CHANCE = 0.8

const SHOP: Weighted<Verb> = [
  [4, 'order'],
  [3, 'order twice'],
  [2, 'order at a gateway'],
  [2, 'cancel order'],
  [3, 'buy gift'],
  [3, 'buy gift twice'],
  [4, 'redeem'],
  [3, 'redeem everywhere'],
  [2, 'cancel gift'],
  [3, 'start plan'],
  [2, 'start plan twice'],
  [3, 'change plan'],
  [3, 'enter a code'],
  [4, 'book with a coupon'],
  [2, 'save dates'],
  [3, 'review'],
  [1, 'take a review back'],
  [4, 'book event'],
  [2, 'book event twice'],
  [3, 'keep event'],
  [3, 'event money back'],
  [3, 'buy pass'],
  [2, 'buy pass twice'],
  [3, 'photograph'],
  [5, 'pay for documents'],
  [3, 'pay for documents twice'],
  [2, 'refresh shop'],
]

/** Prerequisites, created on a good connection; otherwise most taps would have nothing to act on. */
const FIRST: Partial<Record<Verb, readonly Verb[]>> = {
  'cancel order': ['order'],
  'cancel gift': ['buy gift'],
  'change plan': ['start plan'],
  'keep event': ['book event'],
  'event money back': ['book event'],
  review: ['book'],
  'take a review back': ['review'],
  photograph: ['add a Nigerian car'],
  'pay for documents': ['add a Nigerian car', 'photograph', 'photograph', 'refresh shop'],
  'pay for documents twice': ['add a Nigerian car', 'photograph', 'refresh shop'],
}

/** After these an operator processes the documents. */
const DOCUMENTS: ReadonlySet<Verb> = new Set(['pay for documents', 'pay for documents twice'])

/** Choices after a postponement. */
const CHOICES: ReadonlySet<Verb> = new Set(['keep event', 'event money back'])

/**
 * A tap in the shop with its follow-ups, and events in the middle of it: another driver signs in, the page dies,
 * another tap.
 */
function makeVisit(random: Random, device: number): readonly Step[] {
  const step = (event: Event, waitMs = random.int(2_000)): Step => ({
    ...{ waitMs, device, event },
    draw: random.int(2 ** 31),
  })
  const tap = (verb: Verb): Step => step({ kind: 'act', verb })
  const maybe = (chance: number, ...steps: readonly Step[]): readonly Step[] => (random.chance(chance) ? steps : [])
  const postpone = (): Step => step({ kind: 'postpone', days: 1 + random.int(20) })
  const verb = pickWeighted(random, SHOP)
  const first = FIRST[verb]
  return [
    ...(first === undefined ? [] : [step({ kind: 'weather', weather: 'fine' }), ...first.map(tap)]),
    // Creates the choice; it may expire, or the date may move again before the driver learns of it.
    ...maybe(CHOICES.has(verb) ? 0.9 : 0, postpone(), tap('refresh')),
    ...maybe(CHOICES.has(verb) ? 0.2 : 0, random.chance(0.5) ? postpone() : step({ kind: 'sleep', ms: 8 * DAY_MS })),
    // Sleeps until the stay is over.
    ...maybe(verb === 'review' ? 0.8 : 0, step({ kind: 'sleep', ms: DAY_MS + HOUR_MS }), tap('refresh')),
    ...maybe(0.4, step({ kind: 'weather', weather: random.pick(WEATHERS) }, 1_000 + random.int(2_000))),
    ...maybe(first === undefined ? 0 : 0.3, step({ kind: 'weather', weather: 'uneven' }, 1_500), tap('refresh shop')),
    step({ kind: 'act', verb }, first === undefined ? random.int(2_000) : 1_000 + random.int(2_000)),
    ...maybe(0.3, step(random.pick(INTERRUPTIONS)(random), random.pick([0, 0, 30, 100])), step({ kind: 'open' })),
    ...maybe(0.3, step({ kind: 'weather', weather: 'fine' }), tap(random.pick(['try again', 'remove request', verb]))),
    ...maybe(
      verb === 'cancel gift' ? 0.6 : 0,
      step({ kind: 'weather', weather: 'fine' }),
      tap('sign in'),
      tap('redeem everywhere'),
    ),
    ...maybe(verb === 'order at a gateway' ? 0.8 : 0.1, tap('pay')),
    ...maybe(
      DOCUMENTS.has(verb) ? 0.5 : 0,
      step({ kind: 'documents', stage: random.pick(RENEWAL_STAGES) }, 3_000),
      tap('refresh shop'),
    ),
    ...maybe(DOCUMENTS.has(verb) ? 0.3 : 0, tap('top up naira'), tap('pay'), tap(verb)),
    ...maybe(0.15, tap('withdraw')),
    ...maybe(0.05, step({ kind: 'sleep', ms: random.pick(SLEEPS) })),
  ]
}

/**
 * In most stories the drivers visit the shop between the steps. Has its own random stream, so that all other stories
 * stay the same.
 */
export function withShop(seed: number, story: Schedule, devices: number): Schedule {
  const random = createRandom(mix(seed, 15))
  if (!random.chance(SHOP_CHANCE)) return story
  return Array.from({ length: 1 + random.int(6) }).reduce<Schedule>((made) => {
    const at = random.int(made.length + 1)
    return [...made.slice(0, at), ...makeVisit(random, random.int(devices)), ...made.slice(at)]
  }, story)
}
