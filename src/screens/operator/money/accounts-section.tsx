// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { checkEmail, emailOf, findProblems, rawTextOf } from '../../../parts/field-checks.ts'
import { FieldProblemText } from '../../../parts/field-problem-text.tsx'
import { CircleCheckIcon } from '../../../ui/icons-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import page from '../operator.module.css'
import { ActForm } from './act-form.tsx'

type Switch = 'driver.disable' | 'driver.enable'

/** Disables a driver's account, or enables it again. */
export function AccountsSection() {
  const { t } = useLingui()
  const [action, setAction] = useState<Switch>('driver.disable')
  const [done, setDone] = useState<{ readonly action: string; readonly at: number } | null>(null)
  const isDisabling = action === 'driver.disable'
  return (
    <section className={page.card}>
      <h2>
        <Trans>Drivers’ accounts</Trans>
      </h2>
      {done !== null && (
        <Note icon={<CircleCheckIcon size={24} />} role="status">
          {done.action === 'driver.disable' ? (
            <Trans>The account is disabled.</Trans>
          ) : (
            <Trans>The account is open again.</Trans>
          )}
        </Note>
      )}
      <Segmented
        legend={<Trans>What to do</Trans>}
        value={action}
        options={[
          { value: 'driver.disable', label: <Trans>Disable</Trans> },
          { value: 'driver.enable', label: <Trans>Open again</Trans> },
        ]}
        onChange={setAction}
      />
      <ActForm
        key={`${action} ${String(done?.at ?? 0)}`}
        label={isDisabling ? t`Disable the account` : t`Open the account again`}
        check={(form) => findProblems({ email: checkEmail(rawTextOf(form, 'email')) })}
        toAct={(form) => ({ action, email: emailOf(form, 'email').toLowerCase() })}
        renderFields={(problems) => (
          <TextField
            label={t`Email`}
            name="email"
            type="email"
            autoComplete="off"
            dir="ltr"
            error={problems['email'] && <FieldProblemText problem={problems['email']} />}
          />
        )}
        onDone={({ action: which }) => setDone({ action: which, at: (done?.at ?? 0) + 1 })}
      >
        {isDisabling ? (
          <Trans>
            Every request of the account is refused from then on. Its bookings and its money stay as they are.
          </Trans>
        ) : (
          <Trans>The driver can use the account again at once.</Trans>
        )}
      </ActForm>
    </section>
  )
}
