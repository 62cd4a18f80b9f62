import { attendantStatements } from './attendant-statements.ts'
import { commonStatements } from './common-statements.ts'
import type { Memory } from './memory.ts'
import { problemStatements } from './no-space.ts'
import { paymentStatements } from './payment-statements.ts'
import { previousStayStatements } from './previous-stays.ts'
import type { Statement, Statements } from './statement.ts'
import { withdrawalStatements } from './withdrawal-statements.ts'

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const toPattern = (text: string): RegExp => new RegExp(`^${text.split('…').map(escape).join('.*')}$`)

const ALL: Statements = [
  ...commonStatements,
  ...paymentStatements,
  ...withdrawalStatements,
  ...attendantStatements,
  ...problemStatements,
  ...previousStayStatements,
]
const KNOWN = ALL.map(([text, run]) => ({ pattern: toPattern(text), run }))

const found = new Map<string, Statement>()

/** Throws for a statement that matches none of them, or more than one. */
function findStatement(sql: string): Statement {
  const text = sql.replaceAll(/\s+/g, ' ').trim()
  const [statement, other] = KNOWN.filter(({ pattern }) => pattern.test(text))
  if (statement === undefined) throw new Error(`Memory knows no such statement: ${text}`)
  if (other !== undefined) throw new Error(`Memory knows this statement twice: ${text}`)
  return statement.run
}

/**
 * Runs a statement of the provider's repositories on the rows in memory, as PostgreSQL would. Statements are recognised
 * by their text, so a changed one is rejected here until its counterpart has been reviewed.
 */
export function runStatement(memory: Memory, sql: string, values: readonly unknown[]): readonly object[] {
  const run = found.get(sql) ?? findStatement(sql)
  found.set(sql, run)
  return run(memory, values, sql)
}
