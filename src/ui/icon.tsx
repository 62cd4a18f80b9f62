import type { ReactNode } from 'react'

export interface IconProps {
  /** Pixels: 18 in chips, 22 in fields and rows (the default), 24 in bars. */
  readonly size?: number
}

/** The frame of every icon: 24 grid, 1.9 stroke, round caps, no fill; decorative, because a word is beside it. */
export function Icon({ size = 22, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

/** Creates an icon from one path. */
export const pathIcon = (d: string) =>
  function PathIcon({ size }: IconProps) {
    return (
      <Icon {...(size === undefined ? {} : { size })}>
        <path d={d} />
      </Icon>
    )
  }
