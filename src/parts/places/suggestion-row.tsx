import type { ReactNode } from 'react'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'

/** One suggestion. */
export interface Suggestion {
  readonly key: string
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly detail: ReactNode
  readonly end?: ReactNode
  readonly endDetail?: ReactNode
  readonly choose: () => void
}

export interface SuggestionRowProps {
  readonly id: string
  readonly row: Suggestion
  readonly isActive: boolean
  readonly onActive: () => void
}

/** The field keeps the focus: rows are reached with the arrow keys or by a tap. */
export function SuggestionRow({ id, row, isActive, onActive }: SuggestionRowProps) {
  return (
    // Keyboard handling is in the field, which references the active row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      {...listRowLook('place')}
      onClick={row.choose}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onActive}
    >
      <ListRowFace
        icon={row.icon}
        title={<span data-typed>{row.title}</span>}
        detail={row.detail}
        {...(row.end === undefined ? {} : { end: row.end, endDetail: row.endDetail })}
      />
    </div>
  )
}
