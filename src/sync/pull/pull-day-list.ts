import type { ApiError } from '../../api/api-error.ts'
import { type DayListAnswer, getDayList } from '../../api/attendant.ts'
import { dayListFromWire } from '../../contract/day-list-mapping.ts'
import { applyDayList } from '../../db/apply/attendant.ts'
import { findDayList } from '../../db/read/attendant.ts'
import { readPassKeys } from '../../db/read/places.ts'
import { type DayList, type DayListRefusal, mergeDayList } from '../../domain/day-list.ts'
import { importPassKeys } from '../../domain/pass.ts'
import { type SignedCheck, verifySigned } from '../../domain/signed-data.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { pullPassKeys } from './pull-places.ts'

/** A rejected answer; the held list stays. */
export interface ListRefused {
  readonly kind: 'list_refused'
  readonly reason: Exclude<SignedCheck, 'signed'> | DayListRefusal
}

type Pulled<T> = Promise<Result<T, ApiError | ListRefused>>

const refused = (reason: ListRefused['reason']) => err<ListRefused>({ kind: 'list_refused', reason })

const checkWith = async (phone: AppContext, { signed }: DayListAnswer): Promise<SignedCheck> =>
  verifySigned(signed, await importPassKeys((await readPassKeys(phone.dbs)).value))

/** An unknown key may be new, so the provider's keys are fetched once. */
async function checkSignature(phone: AppContext, answer: DayListAnswer): Promise<SignedCheck> {
  const check = await checkWith(phone, answer)
  if (check !== 'update_needed') return check
  const pulled = await pullPassKeys(phone)
  return pulled.ok ? checkWith(phone, answer) : check
}

interface Asked {
  readonly token: string
  readonly park: string
  readonly held: DayList | undefined
}

async function pullPart(phone: AppContext, { token, park, held }: Asked): Pulled<DayList> {
  const cursor = held === undefined ? {} : { cursor: held.cursor }
  const answer = await getDayList(phone.client, token, { park, ...cursor })
  if (!answer.ok) return answer
  const check = await checkSignature(phone, answer.value)
  if (check !== 'signed') return refused(check)
  const merged = mergeDayList(held, dayListFromWire(answer.value.list))
  return merged.ok ? merged : refused(merged.error)
}

/*
 *   held list --- its cursor ---> part --- signed? continues it? ---> stored
 *                                   |
 *                                  gap ---> the whole list
 */
/**
 * Pulls what has changed since the held list, or the whole list. Rejects one that is forged, older or another park's.
 */
export async function pullDayList(phone: AppContext, token: string, park: string): Pulled<DayList> {
  const held = (await findDayList(park, phone.dbs))?.list
  const part = await pullPart(phone, { token, park, held })
  const isGap = !part.ok && part.error.kind === 'list_refused' && part.error.reason === 'gap'
  const list = isGap ? await pullPart(phone, { token, park, held: undefined }) : part
  if (!list.ok) return list
  if (held !== undefined && list.value.issuedAt < held.issuedAt) return refused('older')
  await applyDayList(phone.dbs, token, { parkCode: park, list: list.value, savedAt: phone.clock.now() })
  return ok(list.value)
}
