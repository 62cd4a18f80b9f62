/** A bug planted in the product's source: each text is there exactly once, else the mutant is out of date. */
export interface Mutant {
  readonly name: string
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

const DELIVER = 'src/sync/outbox/deliver.ts'
const SENDING = "  const sent = await sendWrite(client, { id, write, state: 'sending', createdAt })"

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'acknowledged before the provider has committed',
    edits: [
      {
        file: DELIVER,
        from: SENDING,
        to: `  await stepRow(drain, id, (stored) => done(stored, momentOf(drain.phone)))\n${SENDING}`,
      },
    ],
  },
  {
    name: 'owner check dropped',
    edits: [
      {
        file: DELIVER,
        from: '  return session !== undefined && session.live && session.user.user_id === userId',
        to: '  return session !== undefined && session.live && userId !== ""',
      },
      {
        file: 'src/db/apply/user-rows.ts',
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
    edits: [
      {
        file: DELIVER,
        from: SENDING,
        to: `  await drain.phone.dbs.user(drain.userId).outbox.delete(id)\n${SENDING}`,
      },
    ],
  },
  {
    name: 'key not reused on a retry',
    edits: [
      {
        file: DELIVER,
        from: SENDING,
        to: SENDING.replace('{ id,', '{ id: id.slice(0, -2) + String(10 + row.attempts),'),
      },
    ],
  },
  {
    name: 'stale pull wins',
    edits: [
      {
        file: 'src/db/apply/bookings.ts',
        from: "stepTo(booking, known[index]) !== 'stale'",
        to: "stepTo(booking, known[index]) !== 'never'",
      },
      { file: 'src/db/apply/vehicles.ts', from: ': known.seq <= since', to: ': known.seq <= Infinity' },
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
      {
        file: DELIVER,
        from: "  if (error.kind === 'unechoed') return askFirst",
        to: "  if (error.kind === 'foreign') return settle(drain, row, { as: done, failure: error })\n  if (error.kind === 'unechoed') return askFirst",
      },
    ],
  },
  {
    name: 'a provider that came back from a backup is not believed',
    edits: [
      {
        file: 'src/db/apply/restored.ts',
        from: "known.seq <= incoming.since ? 'back' : 'stale'",
        to: "known.seq <= incoming.since ? 'stale' : 'stale'",
      },
    ],
  },
  {
    name: 'sent before it is stored that it was',
    edits: [{ file: 'src/outbox/settle.ts', from: '  firstSentAt: row.firstSentAt ?? now,', to: '' }],
  },
]
