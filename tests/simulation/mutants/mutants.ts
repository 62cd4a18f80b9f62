/**
 * A bug planted in the product's source. Each `from` text must occur exactly once, otherwise the mutant is out of date.
 */
export interface Mutant {
  readonly name: string
  /**
   * The test file that must catch it instead of a seed: for pacing, and for cases that the simulator's stories rarely
   * reach.
   */
  readonly by?: string
  /** The target for its worlds, when the rules over memory lack the feature. */
  readonly target?: 'app'
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

const ATTEMPT = 'src/sync/requests/attempt.ts'
const CHECK_INS = 'src/sync/requests/send-check-ins.ts'
const BACKOFF = 'src/outbox/backoff.ts'
const SENDING = '  const sent = await toCall(command, picture).send(clientAs(phone.client, userId), row.id)'
const SETTLE_STEPS =
  "import { expired, isKeyForgotten, type Moment, quarantined, rejected, unconfirmed } from '../../outbox/settle.ts'"
const WITH_DONE = SETTLE_STEPS.replace('{ expired', '{ done, expired')

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'acknowledged before the provider has committed',
    edits: [
      { file: ATTEMPT, from: SETTLE_STEPS, to: WITH_DONE },
      {
        file: ATTEMPT,
        from: SENDING,
        to: `  await stepRow(work, row.id, (stored) => done(stored, momentOf(phone)))\n${SENDING}`,
      },
    ],
  },
  {
    name: 'owner check dropped',
    edits: [
      {
        file: 'src/sync/requests/row-steps.ts',
        from: 'session.live && session.user.user_id === userId',
        to: 'session.live && userId !== ""',
      },
      {
        file: 'src/db/as-user.ts',
        from: '  return session?.user.user_id === userId',
        to: '  return session !== undefined && userId !== ""',
      },
      {
        file: 'src/api/client.ts',
        from: "  if (call.userId !== undefined && call.userId !== session.userId) return err({ kind: 'signed_out' })",
        to: '',
      },
    ],
  },
  {
    name: 'row deleted before the answer',
    edits: [{ file: ATTEMPT, from: SENDING, to: `  await phone.dbs.user(userId).outbox.delete(row.id)\n${SENDING}` }],
  },
  {
    name: 'key not reused on a retry',
    edits: [
      {
        file: ATTEMPT,
        from: SENDING,
        to: SENDING.replace('row.id)', 'row.id.slice(0, -2) + String(10 + row.attempts))'),
      },
    ],
  },
  {
    name: 'stale pull wins',
    edits: [
      {
        file: 'src/db/apply/bookings.ts',
        from: "stepOf(booking, known[index], since) !== 'stale'",
        to: "stepOf(booking, known[index], since) !== 'never'",
      },
      {
        file: 'src/db/apply/vehicles.ts',
        from: "stepOf(vehicle, known[index], since) !== 'stale'",
        to: "stepOf(vehicle, known[index], since) !== 'never'",
      },
    ],
  },
  {
    name: 'a later command overtakes one that waits',
    edits: [
      {
        file: 'src/sync/drain.ts',
        from: "    if (delivery.kind !== 'settled') return",
        to: "    if (delivery.kind !== 'settled') continue",
      },
    ],
  },
  {
    name: 'a portal’s page counts as success',
    edits: [
      { file: ATTEMPT, from: SETTLE_STEPS, to: WITH_DONE },
      {
        file: ATTEMPT,
        from: '  const outcome = outcomeOf(failure, isLost)',
        to: "  if (failure.kind === 'foreign') return end(work, row, (stored, at) => done(stored, at))\n  const outcome = outcomeOf(failure, isLost)",
      },
    ],
  },
  {
    name: 'a provider that came back from a backup is not believed',
    edits: [
      {
        file: 'src/db/apply/restored.ts',
        from: "isAskedLater ? 'back' : 'stale'",
        to: "isAskedLater ? 'stale' : 'stale'",
      },
    ],
  },
  {
    name: 'sent before it is stored that it was',
    edits: [{ file: 'src/outbox/settle.ts', from: '  firstSentAt: row.firstSentAt ?? now,', to: '' }],
  },
  {
    name: 'forgotten after a lost answer',
    edits: [
      {
        file: 'src/sync/requests/send-now.ts',
        from: '(stored) => unconfirmed(stored, at, error)',
        to: '(stored) => discarded(unconfirmed(stored, at, error), at.now)',
      },
    ],
  },
  {
    name: 'sent again without a tap',
    edits: [
      {
        file: 'src/sync/requests/reconcile.ts',
        from: 'unlessHeld(work, row, () => tellLost(work, row))',
        to: 'unlessHeld(work, row, () => attempt(work, row))',
      },
    ],
  },
  {
    name: 'a check-in waits as long as a wrong clock said',
    edits: [
      {
        file: CHECK_INS,
        from: 'isLast || isDue(row, now)',
        to: 'isLast || row.nextAt <= now',
      },
    ],
  },
  {
    name: 'a check-in is called sent when its answer is lost',
    edits: [
      { file: CHECK_INS, from: 'rows.map((row) => released(row, at, why))', to: 'rows.map((row) => done(row, at))' },
    ],
  },
  {
    name: 'a check-in does not tell how wrong the clock was',
    edits: [
      {
        file: 'src/outbox/enqueue/check-in.ts',
        from: 'clockAheadMs }',
        to: 'clockAheadMs: 0 }',
      },
    ],
  },
  {
    name: 'sent as whoever is signed in now',
    by: 'tests/sync/drain-settles.test.ts',
    edits: [{ file: ATTEMPT, from: SENDING, to: SENDING.replace('clientAs(phone.client, userId)', 'phone.client') }],
  },
  {
    name: 'given up without asking',
    edits: [
      {
        file: 'src/sync/requests/give-up.ts',
        from: 'unlessDone(work, row, row.reconcile ? unlessListed : drop)',
        to: '(row.reconcile ? unlessListed() : drop())',
      },
    ],
  },
  {
    name: 'dropped like one never sent',
    edits: [
      {
        file: 'src/outbox/enqueue/coalesce.ts',
        from: 'const isSent = (row: OutboxRow): boolean => row.firstSentAt !== null',
        to: 'const isSent = (row: OutboxRow): boolean => row.firstSentAt === -1',
      },
    ],
  },
  {
    name: 'no memory of deletions',
    by: 'tests/sync/pull-races.test.ts',
    edits: [
      {
        file: 'src/db/apply/vehicles.ts',
        from: '      await db.gone.put({ id: gone.vehicleId, seq: await nextSeq(db) })',
        to: '',
      },
    ],
  },
  {
    name: 'database back after sign-out',
    by: 'tests/sync/two-drivers.pg.test.ts',
    edits: [
      {
        file: 'src/db/as-user.ts',
        from: '(await db.counters.get(PRESENCE)) === undefined ? undefined : { value: await work(db) }',
        to: '({ value: await work(db) })',
      },
    ],
  },
  {
    name: 'no backoff',
    by: 'tests/outbox/pure-steps.test.ts',
    edits: [{ file: BACKOFF, from: 'Math.round(random() * ceiling)', to: 'Math.round(random() * ceiling * 0)' }],
  },
  {
    name: 'Retry-After ignored',
    edits: [{ file: BACKOFF, from: 'retryAfterMs + Math.min(jittered, MAX_RETRY_AFTER_JITTER_MS)', to: 'jittered' }],
  },
  {
    name: 'a write that was said to have failed is made after all',
    by: 'tests/db/failed-write.test.ts',
    edits: [
      {
        file: 'src/db/with-db.ts',
        from: "if (troubleOf(second) === 'dead' && !task.dbs.isDeleted(db)) task.dbs.renew(task.find())",
        to: '',
      },
    ],
  },
  {
    name: 'an answer to something else ends a change of plate',
    by: 'tests/outbox/is-done.test.ts',
    edits: [
      {
        file: 'src/outbox/commands/is-done.ts',
        from: 'return normalisePlate(booking.plate) === normalisePlate(command.body.plate)',
        to: 'return normalisePlate(command.body.plate) !== ""',
      },
    ],
  },
  {
    name: 'equality check outside the transaction',
    by: 'tests/outbox/place.test.ts',
    edits: [
      {
        file: 'src/outbox/record.ts',
        from: '    const asked = await asUser(',
        to: "    const early = await asUser(dbs, userId, { tables: ['outbox'], work: (db) => db.outbox.toArray() })\n    const asked = await asUser(",
      },
      {
        file: 'src/outbox/record.ts',
        from: 'const placed = await place(db, wish)',
        to: 'const placed = await place(db, { ...wish, early })',
      },
      {
        file: 'src/outbox/place.ts',
        from: 'readableOf(await db.outbox.toArray(), owner)',
        to: 'readableOf(wish.early ?? (await db.outbox.toArray()), owner)',
      },
    ],
  },
  {
    name: '429 as a refusal',
    edits: [
      {
        file: 'src/outbox/outcomes.ts',
        from: "row('429', status(429), { first: 'again' })",
        to: "row('429', status(429), { first: 'refused' })",
      },
    ],
  },
  {
    name: 'list trusted before key',
    by: 'tests/sync/two-drivers.pg.test.ts',
    edits: [
      {
        file: 'src/sync/requests/find-held.ts',
        from: '(reconcile || isKeyForgotten({ firstSentAt }, now))',
        to: '(reconcile || now > 0 || isKeyForgotten({ firstSentAt }, now))',
      },
    ],
  },
  {
    name: 'older pull over newer',
    by: 'tests/sync/pull-races.test.ts',
    edits: [
      {
        file: 'src/db/apply/pull-order.ts',
        from: "  return landed.since > since ? 'late' : 'overtaken'",
        to: '  return undefined',
      },
    ],
  },
]
