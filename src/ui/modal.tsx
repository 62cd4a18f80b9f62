import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons-action.tsx'
import styles from './modal.module.css'

export interface ModalProps {
  readonly open: boolean
  /** Called by the close button, Escape and a tap on the scrim. */
  readonly onClose: () => void
  readonly title: ReactNode
  /** sheet: from the bottom on phones, centred from 768 px; panel: from the end side. */
  readonly placement?: 'sheet' | 'panel'
  /** As wide as a large screen allows, for a picture. */
  readonly wide?: boolean
  /** Stays below the scrolling body, for the primary button. */
  readonly foot?: ReactNode
  /** False when a choice must be made: no close button, and Escape does nothing. */
  readonly dismissible?: boolean
  readonly children: ReactNode
}

const isOutside = (box: DOMRect, { clientX, clientY }: MouseEvent): boolean =>
  clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom

/** A native modal dialog: focus stays inside and returns on close, and the page behind is inert. */
export function Modal({
  open,
  onClose,
  title,
  placement = 'sheet',
  wide,
  foot,
  dismissible = true,
  children,
}: ModalProps) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = useRef(false)

  // Before the element is removed: only `close()` returns the focus to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || !open) return undefined
    element.showModal()
    isWanted.current = true
    return () => {
      isWanted.current = false
      element.close()
    }
  }, [open])

  // When the focused element was removed, such as the row of a device that was signed out, the focus stays in the
  // dialog.
  useLayoutEffect(() => {
    if (open && document.activeElement === document.body) heading.current?.focus()
  })

  useEffect(() => {
    const element = dialog.current
    if (element === null || !open || !dismissible) return undefined
    // For the mouse only: the keyboard has Escape and the close button. A click outside is dispatched to the dialog
    // itself.
    const closeOnScrim = (event: MouseEvent) => {
      if (event.target === element && isOutside(element.getBoundingClientRect(), event)) onClose()
    }
    element.addEventListener('click', closeOnScrim)
    return () => element.removeEventListener('click', closeOnScrim)
  }, [open, dismissible, onClose])

  return (
    <dialog
      ref={dialog}
      className={styles.modal}
      data-placement={placement}
      data-wide={wide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React owns `open`; the browser must not close the dialog on its own.
        event.preventDefault()
        if (dismissible) onClose()
      }}
      onClose={() => {
        // The browser may close the dialog itself (a second Escape cannot be cancelled); our own closing must not call
        // `onClose`.
        if (isWanted.current) onClose()
      }}
    >
      {/* Renders nothing while closed, so that a dialog costs nothing until it opens. */}
      {open && (
        <>
          <span className={styles.grab} />
          <div className={styles.head}>
            <h2 ref={heading} id={titleId} tabIndex={-1}>
              {title}
            </h2>
            {dismissible && <IconButton label={t`Close`} icon={<CloseIcon />} onClick={onClose} />}
          </div>
          <div className={styles.body}>{children}</div>
          {foot !== undefined && <div className={styles.foot}>{foot}</div>}
        </>
      )}
    </dialog>
  )
}
