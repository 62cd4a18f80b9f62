// Rarely rendered: memoisation would double this file.
'use no memo'
import type { ReactNode } from 'react'

/*
 * Small flat pictures for empty states: brand colour for the subject, edge colour for its surroundings. The text beside
 * them says the same.
 */

interface CanvasProps {
  readonly width: number
  readonly height: number
  /** CSS pixels; when left out, as wide as the available space. */
  readonly shown?: number
  readonly children: ReactNode
}

/** A flat drawing in the theme's tokens; `width` and `height` are those of its grid. */
export function Canvas({ width, height, shown, children }: CanvasProps) {
  return (
    <svg
      {...(shown === undefined ? {} : { width: shown })}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      fill="none"
      stroke="var(--edge)"
      strokeWidth={2.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

function Drawing({ width = 116, children }: { readonly width?: number; readonly children: ReactNode }) {
  return (
    <Canvas width={116} height={84} shown={width}>
      {children}
    </Canvas>
  )
}

/** A car in its bay, next to a free bay. */
export const BaysDrawing = ({ width }: { readonly width?: number }) => (
  <Drawing {...(width === undefined ? {} : { width })}>
    <path d="M5 74h106M16 74V18M58 74V18M100 74V18" />
    <path
      fill="var(--brand)"
      stroke="none"
      fillRule="evenodd"
      d="M21 68V56l6-3 5-11q1-3 4-3h12q3 0 4 3l4 11v15zM31 53h20l-3-9H35z"
    />
    <g fill="var(--ink)" stroke="none">
      <circle cx="29" cy="68" r="5" />
      <circle cx="47" cy="68" r="5" />
    </g>
    <rect
      x="66"
      y="28"
      width="27"
      height="36"
      rx="5"
      stroke="var(--brand)"
      strokeDasharray="5 5"
      fill="var(--brand-soft)"
    />
  </Drawing>
)

/** A magnifying glass over the streets of a map, with nothing under it. */
export const NothingFoundDrawing = () => (
  <Drawing>
    <path opacity={0.6} d="M4 26h108M4 58h108M30 4v76M84 4v76" />
    <path stroke="var(--brand)" strokeWidth={7} d="M75 57l16 16" />
    <circle cx="56" cy="38" r="26" stroke="var(--brand)" strokeWidth={4} fill="var(--paper)" />
    <path stroke="var(--muted)" strokeWidth={3.4} d="M48 32q0-8 8-8t8 7q0 4-5 7-3 2-3 5M56 50v.2" />
  </Drawing>
)
