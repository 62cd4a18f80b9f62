import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import styles from './find-sheet.module.css'
import { IconButton } from './icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon } from './icons-action.tsx'

/** heading: heading only; middle: heading and three cards; list: up to just below the chips. */
export type SheetHeight = 'heading' | 'middle' | 'list'

const ORDER: readonly SheetHeight[] = ['heading', 'middle', 'list']

const stepFrom = (height: SheetHeight, step: 1 | -1): SheetHeight => ORDER[ORDER.indexOf(height) + step] ?? height

/** A shorter move is a tap, not a drag. */
const DRAG_PX = 24

export interface FindSheetProps {
  readonly height: SheetHeight
  readonly onHeight: (height: SheetHeight) => void
  /** `<h1>` with the number of car parks and the length of stay that the total is for. */
  readonly heading: ReactNode
  readonly label: string
  readonly children: ReactNode
}

interface Drag {
  readonly startY: number
  readonly startHeight: number
}

/**
 * The list over the map, with three heights set by buttons or by dragging; from 768 px beside the map, with a single
 * height.
 */
export function FindSheet({ height, onHeight, heading, label, children }: FindSheetProps) {
  const { t } = useLingui()
  const sheet = useRef<HTMLElement>(null)
  const drag = useRef<Drag | null>(null)
  const [isDragging, setDragging] = useState(false)

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (sheet.current === null || (event.target as Element).closest('button') !== null) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { startY: event.clientY, startHeight: sheet.current.offsetHeight }
    setDragging(true)
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null || sheet.current === null) return
    sheet.current.style.blockSize = `${drag.current.startHeight + drag.current.startY - event.clientY}px`
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null || sheet.current === null) return
    const movedPx = drag.current.startY - event.clientY
    drag.current = null
    sheet.current.style.blockSize = ''
    setDragging(false)
    if (Math.abs(movedPx) >= DRAG_PX) onHeight(stepFrom(height, movedPx > 0 ? 1 : -1))
  }

  return (
    <section
      ref={sheet}
      className={styles.sheet}
      aria-label={label}
      data-height={height}
      data-dragging={isDragging || undefined}
    >
      <div className={styles.handle} onPointerDown={start} onPointerMove={move} onPointerUp={end} onPointerCancel={end}>
        <div className={styles.heading}>{heading}</div>
        {height !== 'heading' && (
          <IconButton
            label={t`Show less of the list`}
            icon={<ChevronDownIcon />}
            onClick={() => onHeight(stepFrom(height, -1))}
          />
        )}
        {height !== 'list' && (
          <IconButton
            label={t`Show more of the list`}
            icon={<ChevronUpIcon />}
            onClick={() => onHeight(stepFrom(height, 1))}
          />
        )}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
