// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router-dom'
import { openEvent } from '../../actions/events.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import { type FieldProblem, findProblems, plainTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon, KeyIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './events.module.css'

/** Limit set by the API contract. */
const MAX_CODE_LENGTH = 40

const checkCode = (code: string): FieldProblem | undefined => {
  if (code === '') return 'required'
  return code.length > MAX_CODE_LENGTH ? 'too_long' : undefined
}

/** /private-event-access: the code is sent in the request body and never appears in a URL. */
export default function PrivateEventScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ access_code: checkCode(plainTextOf(form, 'access_code')) }),
    send: (form) => openEvent(plainTextOf(form, 'access_code')),
    onDone: ({ code }) => void navigate(moreRoutes.event.href(code), { replace: true }),
  })
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.events.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Private event</Trans>}
      />
      <form className={styles.pad} onSubmit={onSubmit} noValidate>
        <p>
          <Trans>Whoever invited you has its access code.</Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Opening a private event`} hasInput />}
        <TextField
          label={t`Access code`}
          name="access_code"
          icon={<KeyIcon />}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          error={problems.access_code && <FieldProblemText problem={problems.access_code} />}
        />
        <OnlineButton
          doing={t`Opening a private event`}
          type="submit"
          wide
          busy={isBusy}
          busyLabel={<Trans>Opening…</Trans>}
        >
          <Trans>Open event</Trans>
        </OnlineButton>
      </form>
    </div>
  )
}
