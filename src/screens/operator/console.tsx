// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { closeConsole } from '../../actions/console.online.ts'
import { PARAM } from '../../config/routes.ts'
import type { ConsoleSession } from '../../contract/console.ts'
import { Button } from '../../ui/button.tsx'
import { LogoutIcon } from '../../ui/icons-action.tsx'
import { ConsoleContext } from './console-failure.tsx'
import { ConsoleMenu } from './console-menu.tsx'
import styles from './operator.module.css'
import { RoleText } from './role-text.tsx'
import { SECTIONS } from './sections.tsx'

export interface ConsoleProps {
  readonly userId: string
  readonly session: ConsoleSession
  /** Called after a car park was added or renamed. */
  readonly onChanged: () => void
  readonly onClosed: () => void
}

/** The console of one organisation: its menu, and the page named in the URL. */
export function Console({ userId, session: { operator }, onChanged, onClosed }: ConsoleProps) {
  const [query] = useSearchParams()
  const organisationId = operator.organisation?.id ?? ''
  const which = useMemo(() => ({ userId, organisationId }), [userId, organisationId])
  const sections = SECTIONS.filter(({ scope }) => operator.scopes.includes(scope))
  const shown = sections.find(({ name }) => name === query.get(PARAM.shown)) ?? sections[0]
  const park = query.get(PARAM.park)
  const leave = () => {
    closeConsole()
    onClosed()
  }
  return (
    <ConsoleContext value={which}>
      <div className={styles.page}>
        <header className={styles.head}>
          <div>
            <h1 tabIndex={-1}>
              <bdi>{operator.organisation?.name}</bdi>
            </h1>
            <p className={styles.muted}>
              {operator.role !== null && <RoleText role={operator.role} />} · <bdi>{operator.name}</bdi>
            </p>
          </div>
          <Button kind="secondary" size="small" icon={<LogoutIcon />} onClick={leave}>
            <Trans>Leave the console</Trans>
          </Button>
        </header>
        <div className={styles.frame}>
          {shown !== undefined && <ConsoleMenu sections={sections} shown={shown} park={park} />}
          <div className={styles.body}>
            {shown === undefined ? (
              <p>
                <Trans>Your role has no pages in the console. The API answers you.</Trans>
              </p>
            ) : (
              <shown.Body operator={operator} park={park} onParks={onChanged} />
            )}
          </div>
        </div>
      </div>
    </ConsoleContext>
  )
}
