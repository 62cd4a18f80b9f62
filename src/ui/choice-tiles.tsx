// Memoisation would double this file.
'use no memo'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

export interface ChoiceTile {
  readonly key: string
  readonly label: ReactNode
  /** The price, shown before the tap. */
  readonly detail?: ReactNode
  readonly on: boolean
  readonly onChoose: () => void
}

/** Buttons 56 px high for the thumb, as many per row as fit. */
export function ChoiceTiles({ label, tiles }: { readonly label: string; readonly tiles: readonly ChoiceTile[] }) {
  return (
    <div role="group" aria-label={label} className={styles.tiles}>
      {tiles.map((tile) => (
        <button key={tile.key} type="button" aria-pressed={tile.on} onClick={tile.onChoose}>
          <b>{tile.label}</b>
          {tile.detail !== undefined && <span>{tile.detail}</span>}
        </button>
      ))}
    </div>
  )
}
