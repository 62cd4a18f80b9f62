import { type ContactBody, contactSingle, type ContactWire } from '../contract/contact.ts'
import { keyedData, type KeyedCall } from './keyed-call.ts'

/** Sends us a message as the driver. */
export const sendContact = (body: ContactBody): KeyedCall<ContactWire> =>
  keyedData({ method: 'POST', path: '/contact', body }, contactSingle, ({ topic }) => topic === body.topic)
