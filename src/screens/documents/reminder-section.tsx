// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { toCalendarFile } from '../../domain/calendar-event.ts'
import { getCountry } from '../../domain/country.ts'
import { HOUR_MS, mustInstant, toInstant } from '../../domain/instant.ts'
import { kindsFor, ALARM_DAYS } from '../../domain/vehicle-documents.ts'
import { startOfLocalDay } from '../../domain/zone.ts'
import { systemClock } from '../../lib/clock.ts'
import { saveFile } from '../../parts/save-file.ts'
import { useDocumentName } from '../../parts/use-document-name.ts'
import { useSession } from '../../queries/use-session.ts'
import type { VehicleDatesView } from '../../queries/use-vehicle-documents.ts'
import type { VehicleView } from '../../queries/use-vehicles.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarIcon } from '../../ui/icons-action.tsx'
import { BellIcon } from '../../ui/icons-place.tsx'
import { ListRow, ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'

/** Calendar alarms go off in the morning. */
const MORNING_MS = 9 * HOUR_MS
const DAY_MINUTES = 24 * 60

export interface ReminderSectionProps {
  readonly vehicle: VehicleView
  readonly dates: VehicleDatesView
}

/** Reminders by email and notification, and by the phone's own calendar, which works offline too. */
export function ReminderSection({ vehicle, dates }: ReminderSectionProps) {
  const { t } = useLingui()
  const save = useSaveCalendar({ vehicle, dates })
  const session = useSession()
  const isMailOff = session.status === 'ready' && session.value?.user.mail_off?.includes('document') === true
  return (
    <section>
      <RowList form="card" label={t`Reminders`}>
        <li>
          <Link to={routes.profile.href()} {...listRowLook()}>
            <ListRowFace
              icon={<BellIcon />}
              title={isMailOff ? t`Notification` : t`Email and notification`}
              detail={
                isMailOff
                  ? t`Emails are off. Phones with notifications get one 30 and 7 days before, and on the day.`
                  : t`30 and 7 days before, and on the day. Notifications come to phones that have them on.`
              }
            />
          </Link>
        </li>
        <li>
          <ListRow
            icon={<CalendarIcon />}
            title={t`Calendar`}
            detail={
              save === null
                ? t`Enter an expiry date first.`
                : t`Rings 30, 7 and 1 days before each expiry, even offline`
            }
            end={
              save !== null && (
                <Button kind="soft" size="small" onClick={save}>
                  <Trans>Add</Trans>
                </Button>
              )
            }
          />
        </li>
      </RowList>
    </section>
  )
}

/** Returns a function that saves one calendar file with an event per expiry; null when no date is known. */
function useSaveCalendar({ vehicle, dates }: ReminderSectionProps): (() => void) | null {
  const { t } = useLingui()
  const nameOf = useDocumentName()
  const { timezone: zone } = getCountry(vehicle.country_code)
  const known = kindsFor(dates.commercial).flatMap((kind) => {
    const day = dates.dates[kind]
    return day === null ? [] : [{ kind, day }]
  })
  if (known.length === 0) return null
  return () => {
    const now = toInstant(systemClock.now())
    const url = new URL(routes.vehicleDocs.href(), window.location.origin).href
    const events = known.map(({ kind, day }) => {
      const document = nameOf(kind)
      const end = toInstant(startOfLocalDay(mustInstant(`${day}T12:00:00Z`), zone) + MORNING_MS)
      return {
        uid: `${vehicle.id}-${kind}@baywise`,
        sequence: dates.version + (dates.pending ? 1 : 0),
        ...{ start: end, end, now, url, geo: null, hasEarlyAlarms: true },
        title: t`${document} expires: ${vehicle.plate}`,
        place: '',
        notes: url,
        alarms: ALARM_DAYS.map((days) => ({
          minutes: days * DAY_MINUTES,
          text: t`${document} expires: ${vehicle.plate}`,
        })),
      }
    })
    saveFile(`baywise-${vehicle.plate}.ics`, toCalendarFile(...events), 'text/calendar;charset=utf-8')
  }
}
