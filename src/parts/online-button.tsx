// Drawn seldom: what the compiler adds would be half of its bytes.
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
  /** What it does, "Signing in": named where it is blocked. A small button has no room for it. */
  readonly doing: string
  /** Whether something was entered that stays; by default its form is looked at. */
  readonly hasInput?: boolean
  /** The reason stands at another button already. */
  readonly isQuiet?: boolean
  /** Tapped all the same. */
  readonly onBlocked?: () => void
}

/**
 * A button that needs a connection: without one it says so before it is tapped, and a tap only looks for the connection. The same element
 * all along, so that the focus stays where it is when the connection goes or comes.
 */
export function OnlineButton({ doing, hasInput, isQuiet = false, onBlocked, ...button }: OnlineButtonProps) {
  const whyId = useId()
  const why = useRef<HTMLParagraphElement>(null)
  const isBlocked = useConnection().state === 'offline' && button.busy !== true
  const isTyped = useIsTyped(why, button.form, isBlocked)
  const { icon: _icon, children, disabled: _disabled, busyLabel: _busyLabel, ...rest } = button
  const blocked = (
    <Button
      {...rest}
      // Words alone stay where they are.
      kind={isQuiet && button.kind === 'plain' ? 'quiet' : 'blocked'}
      icon={<NoSignalIcon size={isQuiet ? 18 : 22} />}
      aria-describedby={whyId}
      onClick={(event) => {
        event.preventDefault()
        onBlocked?.()
        void checkConnection()
      }}
    >
      {isQuiet ? children : <VisuallyHidden>{children}: </VisuallyHidden>}
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

/** Where several stand in a column each keeps its name, and the first one says why. */
function Needed({ isHidden }: { readonly isHidden: boolean }) {
  if (!isHidden) return <Trans>Needs a connection</Trans>
  return (
    <VisuallyHidden>
      : <Trans>Needs a connection</Trans>
    </VisuallyHidden>
  )
}

/** What a form began with is no input of the driver's. */
const isChanged = (field: Element): boolean => field instanceof HTMLInputElement && field.value !== field.defaultValue

/** Whether something was typed into the form round the element, or into the one of that id. */
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
