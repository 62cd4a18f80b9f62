import { expect, test } from 'vitest'
import { loadStates } from '../../src/actions/reference-data.online.ts'
import { readStates } from '../../src/db/read/places.ts'
import { createTestPhone } from '../sync/support/test-phone.ts'

const DAY_MS = 86_400_000
const QUEBEC = { id: 309, name: 'Quebec', country_id: 3 }

const phoneWith = (answers: unknown[], clock = { now: () => DAY_MS }) =>
  createTestPhone({ fetch: () => Promise.resolve(Response.json(answers.shift())), clock })

const names = async (phone: ReturnType<typeof phoneWith>): Promise<string[]> =>
  (await readStates(3, phone.dbs)).value.map(({ name }) => name)

test('the states of a country are kept, and asked for again after a day', async () => {
  let now = DAY_MS
  const phone = phoneWith([{ data: [QUEBEC] }, { data: [{ ...QUEBEC, name: 'Québec' }] }], { now: () => now })
  await loadStates(3, phone)
  expect(await names(phone)).toEqual(['Quebec'])
  await loadStates(3, phone)
  expect(phone.line.sent).toHaveLength(1)
  now += DAY_MS
  await loadStates(3, phone)
  expect(await names(phone)).toEqual(['Québec'])
})

test.each([
  ['no list', { data: 'Quebec' }],
  ['another country’s list', { data: [{ id: 101, name: 'Lagos', country_id: 1 }] }],
])('an answer that is %s leaves the list that was there, and says why', async (_what, broken) => {
  let now = DAY_MS
  const phone = phoneWith([{ data: [QUEBEC] }, broken], { now: () => now })
  await loadStates(3, phone)
  now += DAY_MS
  const warned: unknown[] = []
  await loadStates(3, { ...phone, log: { ...phone.log, warn: (_event, facts) => warned.push(facts?.['reason']) } })
  expect(await names(phone)).toEqual(['Quebec'])
  expect(warned).toEqual(['Invalid data format returned from API'])
})

test('with no signal nothing is lost and nothing is thrown', async () => {
  const phone = createTestPhone({
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    clock: { now: () => 1 },
  })
  await loadStates(3, phone)
  expect(await names(phone)).toEqual([])
})
