import { getEvent, listEvents, openPrivateEvent } from '../api/events.ts'
import { PAGE_SIZE } from '../config/limits.ts'
import type { EventDetail, ParkingEvent } from '../contract/events.ts'
import { applyEvent, applyEvents } from '../db/apply/events.ts'
import { readEvent } from '../db/read/events.ts'
import type { CountryCode } from '../domain/country.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Pages of a country's list to keep: about five hundred events. */
const PAGES = 5

/** Downloads a country's events, which stay readable on the phone. */
export const loadEvents = (country: CountryCode, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const events: ParkingEvent[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, PAGES); page += 1) {
      const answer = await attempt(phone, () => listEvents(phone.client, { country, page, size: PAGE_SIZE }))
      if (!answer.ok) return answer
      events.push(...answer.value.items)
      pages = answer.value.pages
    }
    await applyEvents(phone.dbs, { country, events, savedAt: phone.clock.now() })
    return ok(null)
  })

/**
 * Refreshes the displayed event; a private one with the grant that opened it. An unknown one is refused with
 * `event_not_found`.
 */
export const loadEvent = (code: string, phone: AppContext = appContext): Promise<Result<EventDetail, ActionError>> =>
  withStorage(async () => {
    const kept = (await readEvent(code, phone.dbs)).value
    const grant = kept?.grant ?? null
    const answer = await attempt(phone, () => getEvent(phone.client, code, grant))
    if (answer.ok) await applyEvent(phone.dbs, { event: { detail: answer.value, grant }, savedAt: phone.clock.now() })
    return answer
  })

/** Opens a private event on this phone. Refusals: access_code_wrong, rate_limited. */
export const openEvent = (
  accessCode: string,
  phone: AppContext = appContext,
): Promise<Result<EventDetail, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => openPrivateEvent(phone.client, accessCode))
    if (!answer.ok) return answer
    const { event: detail, grant } = answer.value
    await applyEvent(phone.dbs, { event: { detail, grant }, savedAt: phone.clock.now() })
    return ok(detail)
  })
