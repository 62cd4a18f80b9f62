import type { ContactMessage } from '../domain/contact.ts'
import type { Result } from '../lib/result.ts'
import { type EnqueueContext, enqueueContext } from '../outbox/enqueue.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult } from './requests.ts'

/** Sends us a message as the driver; with no signal it waits on the phone. */
export const sendMessage = (
  message: ContactMessage,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult, ActionError>> => enqueueCommand(asker, { kind: 'contact.send', ...message })
