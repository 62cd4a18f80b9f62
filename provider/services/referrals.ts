/**
 * Referrals: a driver's own code, and the code that a new driver enters. For the rest of the life cycle see
 * settle-referrals.
 */
import { createHmac } from 'node:crypto'
import type { Referral } from '../../src/contract/referrals.ts'
import { displayBookingCode, makeBookingCode } from '../../src/domain/code.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import {
  isNew,
  isSamePerson,
  mayEnter,
  mayEnterUntil,
  readReferralCode,
  type ReferralCode,
  toReferralCode,
} from '../../src/domain/referral.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { listTerms, readBrought } from '../repositories/referral-reads.ts'
import {
  findCode,
  findOwner,
  findReferral,
  hasParked,
  insertCode,
  insertReferral,
  lockParties,
  noteDevice,
  type Party,
  readTraces,
  type ReferralRow,
} from '../repositories/referrals.ts'
import type { Refusal } from '../rules/refusal.ts'
import { makeSecret } from '../rules/tokens.ts'
import type { ProviderDeps } from './deps.ts'

/** A keyed hash, so that the table reveals no plates, devices or addresses. */
export async function markOf(db: Queryable, text: string): Promise<string> {
  return createHmac('sha256', await getOrCreateSecret(db, 'referral_marks', makeSecret))
    .update(text)
    .digest('hex')
}

interface Driver {
  readonly userId: UserId
  /** Id of the app installation. */
  readonly device: string
  readonly nowMs: number
}

/** Also recorded when the code is refused, so that retrying from another phone does not help. */
export async function rememberDevice(db: Queryable, { userId, device, nowMs }: Driver): Promise<void> {
  await noteDevice(db, { userId, device: await markOf(db, `device:${device}`), nowMs })
}

async function codeOf(tx: Queryable, { random }: Pick<ProviderDeps, 'random'>, driver: Driver): Promise<ReferralCode> {
  const { userId, nowMs } = driver
  for (;;) {
    const known = await findCode(tx, userId)
    if (known !== undefined) return known
    const code = toReferralCode(makeBookingCode(Uint8Array.from({ length: 7 }, () => Math.floor(random() * 256))))
    await insertCode(tx, { userId, code, nowMs })
  }
}

function enteredOf(row: ReferralRow | undefined): Referral['entered'] {
  if (row === undefined) return null
  const amount = row.state === 'credited' ? row.referred_minor : null
  return { state: row.state, amount, currency: amount === null ? null : row.currency }
}

/** Returns the driver's code, created on first use, with the current terms and the credit so far. */
export async function readReferral(
  tx: Queryable,
  deps: Pick<ProviderDeps, 'random'>,
  driver: Driver,
): Promise<Result<Referral, Refusal>> {
  const { userId, nowMs } = driver
  const [party] = await lockParties(tx, [userId])
  if (party === undefined) return err({ code: 'token_invalid' })
  await rememberDevice(tx, driver)
  const code = await codeOf(tx, deps, driver)
  const { waiting, credited, totals } = await readBrought(tx, userId)
  const row = await findReferral(tx, userId)
  const facts = { nowMs, registeredMs: party.created_at, hasEntered: row !== undefined }
  const canEnter = isNew({ ...facts, hasParked: await hasParked(tx, userId, nowMs) })
  const terms = (await listTerms(tx)).filter(({ active }) => active)
  return ok({
    code: displayBookingCode(code),
    terms: terms.map(({ country_code, currency, demo, ...each }) => ({
      ...{ country_code, currency, referrer: each.referrer_minor, referred: each.referred_minor },
      ...{ minimum: each.minimum_minor, limit: each.monthly_limit, demo },
    })),
    ...{ waiting, credited, totals: [...totals], entered: enteredOf(row) },
    enter_until: canEnter ? toRfc3339(toInstant(mayEnterUntil(party.created_at))) : null,
  })
}

const notFound: Refusal = { code: 'referral_not_found', fields: [{ field: 'code', code: 'referral_not_found' }] }

/** Finds the owner of a code; undefined when there is none. */
export async function findReferrer(db: Queryable, text: string): Promise<UserId | undefined> {
  const code = readReferralCode(text)
  return code === null ? undefined : findOwner(db, code)
}

interface Entering {
  readonly own: Party
  readonly owner: Party
  readonly nowMs: number
}

async function isAllowed(tx: Queryable, { own, owner, nowMs }: Entering): Promise<boolean> {
  const userId = own.user_id
  return mayEnter({
    ...{ nowMs, registeredMs: own.created_at, isOwn: owner.user_id === userId },
    hasEntered: (await findReferral(tx, userId)) !== undefined,
    hasParked: await hasParked(tx, userId, nowMs),
    isCircle: (await findReferral(tx, owner.user_id))?.referrer_id === userId,
    isSamePerson: isSamePerson(await readTraces(tx, userId), await readTraces(tx, owner.user_id)),
  })
}

/**
 * Records who referred this driver, in the caller's transaction. Two drivers who enter each other's code at the same
 * time are serialised.
 */
export async function enterReferral(
  tx: Queryable,
  driver: Driver & { readonly code: string },
): Promise<Result<null, Refusal>> {
  const { userId, nowMs } = driver
  const referrerId = await findReferrer(tx, driver.code)
  if (referrerId === undefined) return err(notFound)
  const parties = await lockParties(tx, [userId, referrerId])
  const own = parties.find(({ user_id: id }) => id === userId)
  const owner = parties.find(({ user_id: id }) => id === referrerId)
  if (own === undefined) return err({ code: 'token_invalid' })
  if (owner === undefined) return err(notFound)
  await rememberDevice(tx, driver)
  if (!(await isAllowed(tx, { own, owner, nowMs }))) return err({ code: 'referral_refused' })
  await insertReferral(tx, { userId, referrerId, nowMs })
  return ok(null)
}

/** Marks of a referred driver that outlast the account. */
export async function marksOf(
  tx: Queryable,
  {
    party,
    stay,
    devices,
  }: {
    readonly party: Party
    readonly stay: { readonly country_code: string; readonly plate: string }
    readonly devices: readonly string[]
  },
): Promise<readonly string[]> {
  const texts = [`plate:${stay.country_code}:${stay.plate}`, `email:${party.email}`]
  return [...devices, ...(await Promise.all(texts.map((text) => markOf(tx, text))))]
}
