import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useOutboxCounts } from '../../queries/use-outbox.ts'
import { buttonLook } from '../../ui/button-look.ts'

/** Link to Activity, shown while a request is waiting or refused. */
export function ActivityLink() {
  const counts = useOutboxCounts()
  if (counts.status !== 'ready') return null
  const { waiting, refused } = counts.value
  if (waiting + refused === 0) return null
  return (
    <Link to={routes.activity.href()} {...buttonLook({ kind: 'plain', size: 'small' })}>
      {waiting > 0 ? (
        <Plural value={waiting} one="# request waiting for signal" other="# requests waiting for signal" />
      ) : (
        <Trans>A request was refused</Trans>
      )}
    </Link>
  )
}
