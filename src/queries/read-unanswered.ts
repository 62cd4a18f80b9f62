import { readIntents } from '../db/read/intents.ts'
import { readPending } from '../outbox/read.ts'
import type { Unanswered } from './view-bookings.ts'

export async function readUnanswered(): Promise<Unanswered> {
  const [intents, outbox] = await Promise.all([readIntents(), readPending()])
  return { intents, outbox }
}
