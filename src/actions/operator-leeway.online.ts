/**
 * How early an operator's car park lets cars in and how late out, in the console. Nothing of it is stored on the phone.
 */
import * as v from 'valibot'
import { type ParkLeewayWire, parkLeewaySchema, parkLeewaySingle } from '../contract/operator-leeway.ts'
import type { BookingLeeway } from '../domain/booking.ts'
import { ok, type Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

/** The car park's own settings, minutes; null means the usual value. */
export type OwnLeeway = { readonly [Name in keyof BookingLeeway]: BookingLeeway[Name] | null }

export interface ParkLeeway {
  readonly own: OwnLeeway
  /** Applies where the car park sets nothing. */
  readonly usual: BookingLeeway
}

type OwnWire = Pick<ParkLeewayWire, 'arrival_minutes' | 'grace_minutes'>

const fromOwn = ({ arrival_minutes: arrivalMinutes, grace_minutes: graceMinutes }: OwnWire): OwnLeeway => ({
  ...{ arrivalMinutes, graceMinutes },
})
const toOwn = ({ arrivalMinutes, graceMinutes }: OwnLeeway): OwnWire => ({
  ...{ arrival_minutes: arrivalMinutes, grace_minutes: graceMinutes },
})

const told = (answer: Result<{ readonly data: ParkLeewayWire }, ActionError>): Result<ParkLeeway, ActionError> => {
  if (!answer.ok) return answer
  const { usual, ...own } = answer.value.data
  const always = { arrivalMinutes: usual.arrival_minutes, graceMinutes: usual.grace_minutes }
  return ok({ own: fromOwn(own), usual: always })
}

const pathOf = (code: string): string => `/parks/${encodeURIComponent(code)}/leeway`

export const loadLeeway = async (code: string) =>
  told(await readOperator({ method: 'GET', path: pathOf(code), schema: parkLeewaySingle }))

/** Refused with the current values (see `findOtherLeeway`) when they differ from `seen`. */
export async function setLeeway(
  code: string,
  { wanted, seen }: { readonly wanted: OwnLeeway; readonly seen: OwnLeeway },
): Promise<Result<ParkLeeway, ActionError>> {
  const body = { ...toOwn(wanted), seen: toOwn(seen) }
  return told(await changeOperator({ method: 'PUT', path: pathOf(code), body, schema: parkLeewaySingle }))
}

const otherExtra = v.object({ current: v.pick(parkLeewaySchema, ['arrival_minutes', 'grace_minutes']) })

/** Returns values set by another user meanwhile; undefined when the failure has another reason. */
export function findOtherLeeway(error: ActionError | null): OwnLeeway | undefined {
  if (error?.kind !== 'refused' || error.code !== 'version_conflict') return undefined
  const parsed = v.safeParse(otherExtra, error.extra)
  return parsed.success ? fromOwn(parsed.output.current) : undefined
}
