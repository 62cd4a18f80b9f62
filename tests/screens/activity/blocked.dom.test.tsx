import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { recordBlocked, recordIfBlocked } from '../../../src/actions/proofs.online.ts'
import { databases } from '../../../src/db/databases.ts'
import { readBlockedAttempts } from '../../../src/db/read/blocked-attempts.ts'
import { connection } from '../../../src/signals/connection.ts'
import { err, ok } from '../../../src/lib/result.ts'
import { blockedProofText } from '../../../src/screens/activity/proof-of-attempt.ts'
import { ASKED_AT, group, open, shows, startAfresh, USER } from './support/activity.tsx'

const WANTED = {
  parkId: 1,
  parkName: 'Marché Thiès',
  zone: 'Africa/Dakar',
  plate: 'CKTB482',
  startMs: ASKED_AT,
  endMs: ASKED_AT + 3_600_000,
  totalMinor: 600,
  currency: 'XOF',
} as const

beforeEach(async () => {
  await startAfresh()
  await databases.user(USER).blockedAttempts.clear()
  connection.set({ state: 'offline', lastSuccessAt: ASKED_AT })
})

test('a booking that no signal let through is listed with what was wanted, and that nothing was charged', async () => {
  await recordBlocked(WANTED)
  const host = await open()
  await shows(host, 'Marché Thiès')
  const text = group(host, 'Not sent: no connection') ?? ''
  for (const part of ['Not sent', 'Book Marché Thiès', 'CKTB482', '600', 'Nothing was charged.'])
    expect(text).toContain(part)
})

test('its proof says when, what the network was and what was asked for', async () => {
  await recordBlocked(WANTED)
  const [attempt] = (await readBlockedAttempts()).value
  if (attempt === undefined) throw new Error('No attempt')
  expect(JSON.parse(blockedProofText(attempt))).toMatchObject({
    state: 'not_sent',
    network: 'offline',
    last_answer_at: new Date(ASKED_AT).toISOString(),
    wanted: { kind: 'booking.create', park_id: 1, plate: 'CKTB482', total: 600, currency: 'XOF' },
  })
})

test('only a booking that the connection stopped is recorded, not one that was refused or made', async () => {
  await recordIfBlocked(WANTED, Promise.resolve(ok(null)))
  await recordIfBlocked(WANTED, Promise.resolve(err({ kind: 'timeout' })))
  expect((await readBlockedAttempts()).value).toHaveLength(0)
  await recordIfBlocked(WANTED, Promise.resolve(err({ kind: 'offline' })))
  expect((await readBlockedAttempts()).value).toHaveLength(1)
})
