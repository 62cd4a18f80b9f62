import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PersonIcon } from '../ui/icons-place.tsx'
import { Modal } from '../ui/modal.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { lazyScreen } from './lazy-screen.ts'

const SignInForm = lazyScreen(() => import('../screens/auth/sign-in-form.tsx'))

/** Covers a page that needs an account. Signing in closes the prompt and reveals the page. */
export function LoginPrompt({ next }: { readonly next: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <>
      <EmptyState icon={<PersonIcon size={28} />} level={1} title={t`Please login to view your account`} />
      <Modal open title={t`Sign in`} onClose={() => void navigate(routes.home.href())}>
        <Suspense fallback={<Skeleton size="card" width="full" />}>
          {/* The new session removes this prompt. */}
          <SignInForm
            place="modal"
            next={next}
            intro={
              <p>
                <Trans>Please login to view your account</Trans>
              </p>
            }
            onDone={() => undefined}
          />
        </Suspense>
      </Modal>
    </>
  )
}
