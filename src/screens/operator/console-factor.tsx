// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { beginConsole, openWithCode, type WhichConsole } from '../../actions/console.online.ts'
import type { ConsoleSession } from '../../contract/console.ts'
import { SecondFactor } from '../../parts/second-factor.tsx'

interface ConsoleFactorProps extends WhichConsole {
  readonly onOpened: (session: ConsoleSession) => void
}

/** Opens the console with the second factor. */
export function ConsoleFactor({ userId, organisationId, onOpened }: ConsoleFactorProps) {
  const { t } = useLingui()
  return (
    <SecondFactor
      doing={t`Opening the console`}
      start={<Trans>Continue with a second factor</Trans>}
      submit={<Trans>Open the console</Trans>}
      begin={() => beginConsole({ userId, organisationId })}
      withCode={(code) => openWithCode({ userId, organisationId, code })}
      onDone={onOpened}
    />
  )
}
