import type { Mutant } from './mutants.ts'

/** Bugs in what the driver is told about a refused request, or about one whose outcome can no longer be looked up. */
export const REFUSAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'a late copy of what was refused is done',
    by: 'tests/provider/idempotency.pg.test.ts',
    edits: [
      {
        file: 'provider/routes/guards/idempotent.ts',
        from: '  status >= 400 && status < 500 && !PASSING.has(status)',
        to: '  status < 400 && !PASSING.has(status)',
      },
    ],
  },
  {
    name: 'a request older than its key is said to be removed',
    by: 'tests/sync/ended-requests.test.ts',
    edits: [{ file: 'src/sync/requests/give-up.ts', from: '? settleForgotten(work, row)', to: '? unlessListed()' }],
  },
  {
    name: 'a refusal kept under another key ends a request',
    by: 'tests/sync/ended-requests.test.ts',
    edits: [
      { file: 'src/api/read-answer.ts', from: 'key !== null && isEchoOf(response, key) && ', to: 'key !== null && ' },
    ],
  },
]
