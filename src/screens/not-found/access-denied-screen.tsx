import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'

/** Shown for a page that this visitor may not open. */
export default function AccessDeniedScreen() {
  return (
    <EmptyState
      level={1}
      icon={<TriangleIcon size={28} />}
      title={<Trans>Access Denied</Trans>}
      text={<Trans>You cannot open this page without prior authorization.</Trans>}
      action={
        <ButtonRow>
          <Link to={routes.home.href()} {...buttonLook()}>
            <Trans>Go Home</Trans>
          </Link>
          <Link to={routes.login.href()} {...buttonLook({ kind: 'secondary' })}>
            <Trans>Sign in</Trans>
          </Link>
        </ButtonRow>
      }
    />
  )
}
