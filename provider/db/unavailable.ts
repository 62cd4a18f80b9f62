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
  // `SERVICE_LIMITS` exceeded: a locked row, a slow statement or an idle transaction.
  '55P03',
  '57014',
  '25P03',
  // Disk full, out of memory, disk failure, read-only database: the operator has to fix these.
  '53100',
  '53200',
  '58030',
  '25006',
])

/** pg reports some lost connections by message only; these messages are constants in pg. */
const LOST_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * True when the database could not be reached or written to, ended the session, or is closing: the request is safe to
 * retry.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseClosed) return true
  const state = sqlState(error)
  if (state !== undefined) return LOST_CONNECTION.has(state) || state.startsWith('08')
  return error instanceof Error && LOST_TEXT.test(error.message)
}
