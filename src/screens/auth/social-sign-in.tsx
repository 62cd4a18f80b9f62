import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '../../lib/assert.ts'
import { Button } from '../../ui/button.tsx'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './auth.module.css'
import { SocialFailureText } from './social-failure-text.tsx'
import { AppleMark, GoogleMark } from './social-marks.tsx'
import { type SocialPlace, type SocialStep, useSocialSignIn } from './use-social-sign-in.ts'

/** Google and Apple, under the form with e-mail and password. */
export function SocialSignIn(props: SocialPlace) {
  const { t } = useLingui()
  const { phase, prepare, signIn, continueOnThisPage } = useSocialSignIn(props)
  // A window may be closed and asked for anew; the page can be left only once.
  const isLeaving = phase.kind === 'busy' && phase.step !== 'window'
  const shared = {
    kind: 'secondary' as const,
    wide: true,
    disabled: isLeaving || phase.kind === 'done',
    onPointerEnter: prepare,
    onPointerDown: prepare,
    onFocus: prepare,
  }
  return (
    <div className={styles.form} role="group" aria-label={t`Other ways to sign in`}>
      {phase.kind === 'busy' && <StepNote step={phase.step} />}
      {phase.kind === 'done' && (
        <Note icon={<CircleCheckIcon size={24} />} role="status">
          {phase.isNewUser ? <Trans>Welcome! Your account is ready.</Trans> : <Trans>You are signed in.</Trans>}
        </Note>
      )}
      {phase.kind === 'failed' && (
        <Note
          tone={phase.failure.kind === 'closed' ? 'neutral' : 'bad'}
          icon={phase.failure.kind === 'closed' ? <TriangleIcon size={24} /> : <OctagonCrossIcon size={24} />}
          role="alert"
        >
          <SocialFailureText failure={phase.failure} provider={phase.provider} />
        </Note>
      )}
      {phase.kind === 'failed' && phase.failure.kind === 'closed' && (
        <Button kind="soft" wide onClick={() => continueOnThisPage(phase.provider)}>
          <Trans>Continue on this page</Trans>
        </Button>
      )}
      <Button {...shared} icon={<GoogleMark />} onClick={() => signIn('google')}>
        <Trans>Continue with Google</Trans>
      </Button>
      <Button {...shared} icon={<AppleMark />} onClick={() => signIn('apple')}>
        <Trans>Continue with Apple</Trans>
      </Button>
    </div>
  )
}

function StepNote({ step }: { readonly step: SocialStep }) {
  return (
    <Note icon={<PersonIcon size={24} />} role="status">
      <StepText step={step} />
    </Note>
  )
}

function StepText({ step }: { readonly step: SocialStep }) {
  switch (step) {
    case 'window':
      return <Trans>Go on in the window that opens.</Trans>
    case 'blocked':
      return <Trans>Please allow popups for social login to work.</Trans>
    case 'leaving':
      return <Trans>Taking you there…</Trans>
    case 'returning':
      return <Trans>Signing you in…</Trans>
    default:
      return unreachable(step)
  }
}
