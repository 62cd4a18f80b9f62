import { withoutInvisible } from '../lib/plain-text.ts'

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LEVEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})'

/**
 * A mailbox of RFC 5321 as they are really used: dot-separated atoms, at most 64 characters, at a host name with a dot, 254 in all. No
 * quoted names, no addresses of machines. Its lengths are looked at first: nothing is tried over ten kilobytes.
 */
export const EMAIL = new RegExp(`^(?=.{1,254}$)(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`)

/** An address as it was meant, whatever was copied with it. */
export const toEmail = (typed: string): string => withoutInvisible(typed).trim()
