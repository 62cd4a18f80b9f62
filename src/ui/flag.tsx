import type { ReactNode } from 'react'
import styles from './flag.module.css'

const STRIPES = [1, 3, 5, 7, 9, 11]

/** Drawn at 39 x 26 (3:2); the leaf and the stars are simplified to what a 26 px wide flag can show. */
const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  NG: (
    <>
      <path fill="#fff" d="M0 0h39v26H0z" />
      <path fill="#008751" d="M0 0h13v26H0zM26 0h13v26H26z" />
    </>
  ),
  CA: (
    <>
      <path fill="#fff" d="M0 0h39v26H0z" />
      <path fill="#d52b1e" d="M0 0h10v26H0zM29 0h10v26H29z" />
      <path
        fill="#d52b1e"
        d="M19.5 4.5l1.7 3.2 2.1-1-.9 4.7 2.9-2.6.5 1.6 3-.5-1.3 3.4 1 .6-4.3 3.6.5 1.7-4.7-.7v4h-1v-4l-4.7.7.5-1.7-4.3-3.6 1-.6-1.3-3.4 3 .5.5-1.6 2.9 2.6-.9-4.7 2.1 1z"
      />
    </>
  ),
  SN: (
    <>
      <path fill="#00853f" d="M0 0h13v26H0z" />
      <path fill="#fdef42" d="M13 0h13v26H13z" />
      <path fill="#e31b23" d="M26 0h13v26H26z" />
      <path fill="#00853f" d="M19.5 8.5l1.2 3.3h3.5l-2.8 2.1 1 3.4-2.9-2-2.9 2 1-3.4-2.8-2.1h3.5z" />
    </>
  ),
  US: (
    <>
      <path fill="#fff" d="M0 0h39v26H0z" />
      <path fill="#b22234" d={['M0 0h39v2H0z', ...STRIPES.map((index) => `M0 ${(index + 1) * 2}h39v2H0z`)].join('')} />
      <path fill="#3c3b6e" d="M0 0h17v14H0z" />
      <path stroke="#fff" strokeWidth="1.2" strokeDasharray="1.2 2.1" d="M2 3h14M3.6 5.7h12M2 8.4h14M3.6 11h12" />
    </>
  ),
}

/**
 * A country's flag, 3:2; decorative, because the name is beside it or labels the control. Unknown codes render an empty
 * flag.
 */
export function Flag({ code, width = 26 }: { readonly code: string; readonly width?: number }) {
  return (
    <svg
      className={styles.flag}
      width={width}
      height={Math.round((width * 2) / 3)}
      viewBox="0 0 39 26"
      aria-hidden="true"
      focusable="false"
    >
      {DRAWINGS[code]}
    </svg>
  )
}
