import type { Connection } from '../lib/connection.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { probe } from '../sync/probe.ts'

/** Asks the provider for a sign of life now. */
export const checkConnection = (phone: Phone = thisPhone): Promise<Connection> => probe(phone)
