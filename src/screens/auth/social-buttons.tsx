import { Trans, useLingui } from '@lingui/react/macro'
import { OnlineButton } from '../../parts/online-button.tsx'
import { Button } from '../../ui/button.tsx'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './auth.module.css'
import { AppleMark, GoogleMark } from './social-marks.tsx'
import { failureText, stepText } from './social-texts.ts'
import { type SocialPhase, type SocialPlace, useSocialSignIn } from './use-social-sign-in.ts'

/** Google and Apple buttons, below the email and password form. */
export default function SocialButtons(props: SocialPlace) {
  const { t } = useLingui()
  const { phase, prepare, signIn, continueOnThisPage } = useSocialSignIn(props)
  const shared = {
    kind: 'secondary',
    wide: true,
    // A pop-up can be closed and opened again; a redirect can only start once.
    disabled: (phase.kind === 'busy' && phase.step !== 'window') || phase.kind === 'done',
    onPointerEnter: prepare,
    onPointerDown: prepare,
    onFocus: prepare,
  } as const
  return (
    <div className={styles.form} role="group" aria-label={t`Other ways to sign in`}>
      <PhaseNote phase={phase} />
      {phase.kind === 'failed' && phase.failure.kind === 'closed' && (
        <Button kind="soft" wide onClick={() => continueOnThisPage(phase.provider)}>
          <Trans>Continue on this page</Trans>
        </Button>
      )}
      <OnlineButton doing={t`Sign-in`} isQuiet {...shared} icon={<GoogleMark />} onClick={() => signIn('google')}>
        <Trans>Continue with Google</Trans>
      </OnlineButton>
      <OnlineButton doing={t`Sign-in`} isQuiet {...shared} icon={<AppleMark />} onClick={() => signIn('apple')}>
        <Trans>Continue with Apple</Trans>
      </OnlineButton>
    </div>
  )
}

function PhaseNote({ phase }: { readonly phase: SocialPhase }) {
  const { i18n, t } = useLingui()
  if (phase.kind === 'idle') return null
  if (phase.kind === 'busy')
    return (
      <Note icon={<PersonIcon size={24} />} role="status">
        {stepText(i18n, phase.step)}
      </Note>
    )
  if (phase.kind === 'done')
    return (
      <Note icon={<CircleCheckIcon size={24} />} role="status">
        {phase.isNewUser ? t`Welcome! Your account is ready.` : t`You’re signed in.`}
      </Note>
    )
  const isQuiet = phase.failure.kind === 'closed'
  return (
    <Note
      tone={isQuiet ? 'neutral' : 'bad'}
      icon={isQuiet ? <TriangleIcon size={24} /> : <OctagonCrossIcon size={24} />}
      role="alert"
    >
      {failureText(i18n, phase.failure, phase.provider)}
    </Note>
  )
}
