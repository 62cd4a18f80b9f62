import { DatabaseClosed, sqlState } from './transaction.ts'

const LOST_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '40001',
  '40P01',
  // The limits of `SERVICE_LIMITS`: a row that somebody holds, a statement or a transaction that takes too long.
  '55P03',
  '57014',
  '25P03',
  // A disk that is full, memory that is used up, a disk that fails, a database that takes no writes: the operator's to mend.
  '53100',
  '53200',
  '58030',
  '25006',
])

/** pg reports some lost connections by text alone; the texts are its own constants. */
const LOST_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when the database could not be reached, could not write, ended the session or is being closed: the request may simply be sent again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseClosed) return true
  const state = sqlState(error)
  if (state !== undefined) return LOST_CONNECTION.has(state) || state.startsWith('08')
  return error instanceof Error && LOST_TEXT.test(error.message)
}
