import { withoutInvisible } from '../lib/plain-text.ts'

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LEVEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})'

/**
 * RFC 5321 mailboxes as used in practice: dot-separated atoms, at most 64 characters, at a host name with a dot, 254 in
 * total. No quoted local parts and no IP addresses. The lookaheads check lengths first, so long input cannot cause
 * backtracking.
 */
export const EMAIL = new RegExp(`^(?=.{1,254}$)(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`)

/** Cleans an address of characters copied along with it. */
export const toEmail = (typed: string): string => withoutInvisible(typed).trim()
