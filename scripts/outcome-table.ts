/**
 * `npm run outcomes`: writes docs/outcomes.md from the table that the phone uses, and prints it. With `--check` it
 * writes nothing and fails when the file is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Outcome, OUTCOMES } from '../src/outbox/outcomes.ts'
import { ROOT } from './setup.mjs'

const TABLE = path.join(ROOT, 'docs/outcomes.md')

/** Meaning of each outcome, by lane. */
const MEANING: Readonly<Record<Outcome, { readonly queued: string; readonly now: string }>> = {
  again: {
    queued: 'waits, and is sent again under its key after the backoff or the time that the provider named',
    now: 'sent again under its key while the page waits, then not confirmed; to a first try, 429 is said at once',
  },
  signed_out: {
    queued: 'waits for the next sign-in of its driver; no try is counted',
    now: 'ends if it was the first try, else not confirmed',
  },
  look: {
    queued: 'done where the lists show what was wanted, else waits and is looked up before it is sent again',
    now: 'done where the lists show what was wanted, else sent again after a second look, then not confirmed',
  },
  refused: {
    queued: 'refused, unless the lists show what was wanted',
    now: 'refused, unless the lists show what was wanted',
  },
  confirm: {
    queued: 'refused: nothing that waits for a signal moves money out',
    now: 'kept as not confirmed, and asks for the second factor; then sent again under its key by the driver alone',
  },
  set_aside: { queued: 'set aside and reported', now: 'set aside and reported' },
}

type Row = Pick<(typeof OUTCOMES)[number], 'name' | 'first' | 'afterLost'>

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export function toOutcomeTable(outcomes: readonly Row[]): string {
  return [
    '# What an answer means for its request',
    '',
    'Written by `npm run outcomes` from `src/outbox/outcomes.ts`; `tests/outbox/outcomes.test.ts` tries each row in both lanes. The first row',
    'that matches counts. Once an answer was lost, only an answer about the key ends a request: a refusal ends it after the provider has',
    'promised, under the key, that it will not happen; one that it gives again from its record of the key is that promise.',
    '',
    row(['answer', 'to a first try', 'after a lost answer']),
    row(['---', '---', '---']),
    ...outcomes.map(({ name, first, afterLost }) => row([name, `\`${first}\``, `\`${afterLost}\``])),
    '',
    row(['outcome', 'lane `queued`', 'lane `now`']),
    row(['---', '---', '---']),
    ...Object.entries(MEANING).map(([outcome, { queued, now }]) => row([`\`${outcome}\``, queued, now])),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const table = toOutcomeTable(OUTCOMES)
  if (!process.argv.includes('--check')) {
    writeFileSync(TABLE, table)
    console.log(table)
  } else if (!existsSync(TABLE) || readFileSync(TABLE, 'utf8') !== table) {
    console.error('docs/outcomes.md is out of date: npm run outcomes')
    process.exitCode = 1
  }
}
