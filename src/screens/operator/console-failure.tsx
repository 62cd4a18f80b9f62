// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { createContext, useContext, useState } from 'react'
import { isConsoleEnded, type WhichConsole } from '../../actions/console.online.ts'
import { FailureNote, type FailureNoteProps } from '../../parts/failure-note.tsx'
import { CircleCheckIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ConsoleFactor } from './console-factor.tsx'

export const ConsoleContext = createContext<WhichConsole>({ userId: '', organisationId: '' })

/** Why a change failed. If the session has ended, asks for the second factor in place, so that the input is kept. */
export function ConsoleFailure(props: FailureNoteProps) {
  const console = useContext(ConsoleContext)
  const [isOpened, setOpened] = useState(false)
  if (!isConsoleEnded(props.failure)) return <FailureNote {...props} />
  if (isOpened) {
    return (
      <Note icon={<CircleCheckIcon size={24} />} role="status">
        <Trans>You’re signed in again. Try again.</Trans>
      </Note>
    )
  }
  return (
    <Note
      tone="amber"
      icon={<TriangleIcon size={24} />}
      title={<Trans>Your sign-in to the console ended</Trans>}
      role="alert"
    >
      <p>
        <Trans>Show that it’s you. What you entered is kept.</Trans>
      </p>
      <ConsoleFactor {...console} onOpened={() => setOpened(true)} />
    </Note>
  )
}
