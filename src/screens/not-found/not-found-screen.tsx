import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { NothingFoundDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown for an unknown URL. */
export default function NotFoundScreen() {
  return (
    <EmptyState
      level={1}
      drawing={<NothingFoundDrawing />}
      title={<Trans>We can't seem to find the page you're looking for.</Trans>}
      text={<Trans>The address may be mistyped, or the page has moved.</Trans>}
      action={
        <Link to={routes.home.href()} {...buttonLook()}>
          <Trans>Go Home</Trans>
        </Link>
      }
    />
  )
}
