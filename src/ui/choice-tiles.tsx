// What the compiler adds would be half of its bytes.
'use no memo'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

export interface ChoiceTile {
  readonly key: string
  readonly label: ReactNode
  /** What it costs, said before it is touched. */
  readonly detail?: ReactNode
  readonly on: boolean
  readonly onChoose: () => void
}

/** Buttons of 56 for the thumb, as many beside each other as fit. */
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
