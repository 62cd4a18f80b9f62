import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Database } from '../db/database.ts'
import { findProblemPhoto, listParkProblems, type ReportedProblem } from '../repositories/park-problems.ts'
import type { Printed } from './attendants.ts'

const LATEST = 200
const USAGE = 'problems [--park CODE] | problems --photo ID FILE'

interface Asked {
  /** Null for all car parks. */
  readonly park: string | null
  readonly photo: { readonly id: string; readonly file: string } | null
}

/** Returns undefined for arguments it does not understand. */
function readWords(words: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { park: { type: 'string' }, photo: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    const { park, photo } = values
    if (others.length > 0 || (photo === undefined) !== (file === undefined)) return undefined
    return {
      park: park?.toUpperCase() ?? null,
      photo: photo === undefined || file === undefined ? null : { id: photo, file },
    }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const time = (ms: number): string => toRfc3339(toInstant(ms))

/** The effect of a report about a booking, and what the gate recorded. */
const outcomeOf = (problem: ReportedProblem): readonly string[] => [
  ...(problem.refund_minor === null
    ? []
    : [`refunded ${String(problem.refund_minor)} ${problem.currency} (minor units)`]),
  ...(problem.checked_in_at === null ? [] : [`car came in ${time(problem.checked_in_at)}`]),
  ...(problem.has_photo ? [`photo ${problem.problem_id}`] : []),
]

const describeProblem = (problem: ReportedProblem): string =>
  [
    ...[time(problem.created_at), problem.code, problem.park, problem.kind, problem.text ?? '-'],
    ...outcomeOf(problem),
  ].join('  ')

async function savePhoto(db: Database, { id, file }: NonNullable<Asked['photo']>): Promise<Printed> {
  const jpeg = isUuid(id) ? await findProblemPhoto(db, id) : undefined
  if (jpeg === undefined) return { lines: ['No such photo. Photos are deleted after 90 days.'], exitCode: 1 }
  await writeFile(file, jpeg)
  return { lines: [`Photo written to ${file}.`], exitCode: 0 }
}

/** Prints drivers' reports, newest first, or saves the photo of one report to a file. */
export async function printProblems(db: Database, words: readonly string[]): Promise<Printed> {
  const asked = readWords(words)
  if (asked === undefined) return { lines: [USAGE], exitCode: 2 }
  if (asked.photo !== null) return savePhoto(db, asked.photo)
  const problems = await listParkProblems(db, { code: asked.park, limit: LATEST })
  return { lines: problems.length === 0 ? ['Nothing was reported.'] : problems.map(describeProblem), exitCode: 0 }
}
