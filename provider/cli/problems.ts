import { parseArgs } from 'node:util'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Database } from '../db/database.ts'
import { listParkProblems, type ReportedProblem } from '../repositories/park-problems.ts'
import type { Printed } from './attendants.ts'

const LATEST = 200

/** The park of `problems [--park CODE]`: null for all of them, undefined when the words say something else. */
function readPark(words: readonly string[]): string | null | undefined {
  try {
    const { values } = parseArgs({ args: [...words], options: { park: { type: 'string' } } })
    return values.park?.toUpperCase() ?? null
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const describeProblem = ({ created_at: at, code, park, kind, text }: ReportedProblem): string =>
  [toRfc3339(toInstant(at)), code, park, kind, text ?? '-'].join('  ')

/** What drivers have reported, the latest first. */
export async function printProblems(db: Database, words: readonly string[]): Promise<Printed> {
  const code = readPark(words)
  if (code === undefined) return { lines: ['problems [--park CODE]'], exitCode: 2 }
  const problems = await listParkProblems(db, { code, limit: LATEST })
  return { lines: problems.length === 0 ? ['Nothing was reported.'] : problems.map(describeProblem), exitCode: 0 }
}
