import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { connection } from '../signals/connection.ts'
import { useNow } from '../parts/use-now.ts'
import { Strip, stripLinkLook, type StripState } from '../ui/strip.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useObservable } from './use-observable.ts'

const STATE = { checking: 'starting', online: 'fresh', slow: 'slow', offline: 'offline' } as const satisfies Record<
  string,
  StripState
>

/**
 * The unobtrusive line at the top edge: whether the data shown is up to date, and if not, since when. Opens Activity.
 */
export function ConnectionStrip() {
  const { state, lastSuccessAt } = useObservable(connection)
  const format = useFormat()
  const now = useNow()
  const time = lastSuccessAt === null ? null : format.savedAt(toInstant(lastSuccessAt), { zone: phoneZone(), now })
  return (
    <Strip state={STATE[state]}>
      <Link to={routes.activity.href()} {...stripLinkLook()}>
        <span role="status" data-now>
          {state === 'online' && (time === null ? <Trans>Up to date</Trans> : <Trans>Up to date {time}</Trans>)}
          {state === 'slow' &&
            (time === null ? <Trans>Slow connection</Trans> : <Trans>Slow connection: saved {time}</Trans>)}
          {state === 'offline' &&
            (time === null ? <Trans>No connection</Trans> : <Trans>No connection: saved {time}</Trans>)}
        </span>
        <VisuallyHidden>
          {' '}
          <Trans>Activity</Trans>
        </VisuallyHidden>
      </Link>
    </Strip>
  )
}
