import { readRawRequests } from '../db/read/raw-requests.ts'
import { type RequestsText, requestsText } from '../outbox/requests-text.ts'
import { type Phone, thisPhone } from './phone.ts'

/** From now on nothing is kept beyond this page; with a connection everything works. */
export const continueInMemory = (phone: Phone = thisPhone): Promise<void> => phone.dbs.useMemory()

/** Removes all databases of this app, each for a few seconds at most: one that hangs must not keep the others. */
export const deleteSavedData = (phone: Phone = thisPhone): Promise<void> => phone.dbs.deleteAll()

/** What was asked for and is not done, as far as it can still be read, before anything is deleted. */
export const exportRequests = async (phone: Phone = thisPhone): Promise<RequestsText> =>
  requestsText(await readRawRequests(), phone.clock.now())
