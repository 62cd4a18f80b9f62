import type { ApiError } from '../../api/api-error.ts'
import { ok, type Result } from '../../lib/result.ts'
import { readPending } from '../../outbox/read.ts'
import { discarded } from '../../outbox/settle.ts'
import { drainLock } from '../drain.ts'
import type { Phone } from '../phone.ts'
import { askDone, settleDone } from './deliver.ts'
import { stepRow } from './row-steps.ts'

/**
 * Gives up a command that was sent and whose outcome is not known: the provider is asked first, while nobody on this phone
 * sends it. `was_done`: it had gone through after all, and is in the mirror now.
 */
export const askAndDiscard = (
  phone: Phone,
  userId: string,
  id: string,
): Promise<Result<'discarded' | 'was_done', ApiError>> =>
  phone.locks.run(drainLock(userId), async () => {
    const row = (await readPending(phone.dbs)).find((waiting) => waiting.id === id)
    if (row === undefined) return ok('was_done')
    const drain = { phone, userId }
    const held = await askDone(drain, row)
    if (!held.ok) return held
    if (held.value !== undefined) {
      await settleDone(drain, row, { ack: held.value, how: 'found_done' })
      return ok('was_done')
    }
    const now = phone.clock.now()
    await stepRow(drain, id, (stored) => discarded(stored, now))
    return ok('discarded')
  })
