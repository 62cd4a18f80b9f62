import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { SocialSignIn } from '../screens/auth/social-sign-in.tsx'
import { buttonLook } from '../ui/button-look.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PersonIcon } from '../ui/icons-place.tsx'
import { Modal } from '../ui/modal.tsx'

/** Over a page that needs an account; leads back to it after signing in. */
export function LoginPrompt({ next }: { readonly next: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const actions = (
    <ButtonRow>
      <Link to={routes.login.href(next)} {...buttonLook()}>
        {t`Login`}
      </Link>
      <Link to={routes.register.href(next)} {...buttonLook({ kind: 'secondary' })}>
        {t`Create an account`}
      </Link>
    </ButtonRow>
  )
  return (
    <>
      <EmptyState icon={<PersonIcon size={28} />} level={1} title={t`Please login to view your account`} />
      <Modal open title={t`Login`} onClose={() => void navigate(routes.home.href())} foot={actions}>
        <p>
          <Trans>Please login to view your account</Trans>
        </p>
        <SocialSignIn place="modal" />
      </Modal>
    </>
  )
}
