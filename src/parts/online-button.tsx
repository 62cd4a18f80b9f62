// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { checkConnection } from '../actions/connection.online.ts'
import { useConnection } from '../queries/use-connection.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { NoSignalIcon } from '../ui/icons-state.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { InputKept } from './failure-note.tsx'
import styles from '../ui/button.module.css'

export interface OnlineButtonProps extends ButtonProps {
  /** What the button does, such as "Signing in": named when it is blocked. A small button has no room for it. */
  readonly doing: string
  /** Whether something was entered that is kept; by default the button's form is checked. */
  readonly hasInput?: boolean
  /** Another button already shows the reason. */
  readonly isQuiet?: boolean
  /** Called when the button is tapped while blocked. */
  readonly onBlocked?: () => void
}

/**
 * A button that needs a connection: without one it says so before the tap, and a tap only checks the connection. It
 * stays the same element, so that it keeps the focus when the connection comes or goes.
 */
export function OnlineButton({ doing, hasInput, isQuiet = false, onBlocked, ...button }: OnlineButtonProps) {
  const whyId = useId()
  const why = useRef<HTMLParagraphElement>(null)
  const isBlocked = useConnection().state === 'offline' && button.busy !== true
  const isTyped = useIsTyped(why, button.form, isBlocked)
  const { icon: _icon, children, disabled: _disabled, busyLabel: _busyLabel, 'aria-label': label, ...rest } = button
  const blocked = (
    <Button
      {...rest}
      // A plain button keeps its alignment.
      kind={isQuiet && button.kind === 'plain' ? 'quiet' : 'blocked'}
      icon={<NoSignalIcon size={isQuiet ? 18 : 22} />}
      aria-describedby={whyId}
      onClick={(event) => {
        event.preventDefault()
        onBlocked?.()
        void checkConnection()
      }}
    >
      {isQuiet ? children : <VisuallyHidden>{label ?? children}: </VisuallyHidden>}
      <Needed isHidden={isQuiet} />
    </Button>
  )
  return (
    <>
      {isBlocked ? blocked : <Button {...button} />}
      {isBlocked && !isQuiet && button.size !== 'small' && (
        <p ref={why} id={whyId} className={styles.why}>
          <Trans>{doing} needs a connection.</Trans> {(hasInput ?? isTyped) && <InputKept />}
        </p>
      )}
    </>
  )
}

/** In a column of several, each button keeps its name and only the first shows the reason. */
function Needed({ isHidden }: { readonly isHidden: boolean }) {
  if (!isHidden) return <Trans>Needs a connection</Trans>
  return (
    <VisuallyHidden>
      : <Trans>Needs a connection</Trans>
    </VisuallyHidden>
  )
}

/** Ignores a form's initial values, which the driver did not enter. */
const isChanged = (field: Element): boolean => field instanceof HTMLInputElement && field.value !== field.defaultValue

/** Returns whether something was typed into the form around the element, or into the form with that id. */
function useIsTyped(inside: RefObject<HTMLElement | null>, formId: string | undefined, isWatched: boolean): boolean {
  const [isTyped, setTyped] = useState(false)
  useEffect(() => {
    if (!isWatched) return undefined
    const form = formId === undefined ? inside.current?.closest('form') : document.querySelector(`form[id="${formId}"]`)
    if (!(form instanceof HTMLFormElement)) return undefined
    const look = () => setTyped(Array.from(form.elements).some(isChanged))
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [inside, formId, isWatched])
  return isTyped
}
