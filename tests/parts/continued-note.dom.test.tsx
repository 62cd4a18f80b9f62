import { expect, test } from 'vitest'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { ContinuedNote } from '../../src/parts/continued-note.tsx'
import type { PreviousStay } from '../../src/queries/use-previous-stay.ts'
import { render } from '../setup/render.tsx'

const from = mustInstant('2026-08-12T16:00:00Z')
const stay = (start: number, end: number) => ({
  from: toInstant(from + start * MINUTE_MS),
  to: toInstant(from + end * MINUTE_MS),
})
const beside = (what: Partial<PreviousStay>): PreviousStay => ({
  stays: [],
  otherMinutes: 0,
  graceMinutes: 10,
  ...what,
})
interface Said {
  readonly previousStay: PreviousStay | undefined
  readonly language?: 'fr'
  readonly text: string
}

test.each<readonly [string, Said]>([
  [
    'the last stay before it',
    {
      previousStay: beside({ stays: [stay(-120, -90), stay(-60, -30)] }),
      text: 'Continues your stay until 12 Aug, 11:30: both are priced together.',
    },
  ],
  [
    'one that was booked for later',
    {
      previousStay: beside({ stays: [stay(90, 120)] }),
      text: 'Your next stay here continues this one: both are priced together.',
    },
  ],
  [
    'another driver with the plate',
    {
      previousStay: beside({ otherMinutes: 20 }),
      language: 'fr',
      text: 'Cette plaque vient de stationner ici. Les minutes gratuites ne comptent qu’une fois.',
    },
  ],
  ['nothing', { previousStay: beside({}), text: '' }],
  ['nothing that is known', { previousStay: undefined, text: '' }],
])('the driver reads what the stay continues: %s', async (_what, { previousStay, language, text }) => {
  const note = <ContinuedNote park={{ timezone: 'America/Toronto' }} from={from} previousStay={previousStay} />
  const host = await render(note, language)
  expect(host.textContent.replaceAll('\u00a0', ' ')).toBe(text)
})
