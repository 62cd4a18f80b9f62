import type { ParkProblem } from '../../src/domain/park-problem.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'

export interface NewParkProblem {
  readonly problemId: string
  readonly parkId: number
  readonly userId: UserId
  readonly kind: ParkProblem
  readonly text: string | null
  readonly nowMs: number
}

export async function insertParkProblem(tx: Queryable, problem: NewParkProblem): Promise<void> {
  const { problemId, parkId, userId, kind, text, nowMs } = problem
  await tx.query(
    'insert into park_problems (problem_id, park_id, user_id, kind, text, created_at) values ($1, $2, $3, $4, $5, $6)',
    [problemId, parkId, userId, kind, text, new Date(nowMs)],
  )
}

export interface ReportedProblem {
  readonly code: string
  readonly park: string
  readonly kind: ParkProblem
  readonly text: string | null
  readonly created_at: number
}

/** The latest first, of one park or of all; who reported them stays out. */
export const listParkProblems = (
  db: Queryable,
  { code, limit }: { readonly code: string | null; readonly limit: number },
): Promise<readonly ReportedProblem[]> =>
  db.query<ReportedProblem>(
    `select k.code, k.name as park, p.kind, p.text, p.created_at
       from park_problems p join parks k on k.id = p.park_id
      where ($1::text is null or k.code = $1)
      order by p.created_at desc limit $2`,
    [code, limit],
  )
