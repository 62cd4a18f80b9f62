import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { iconButtonLook } from './button-look.ts'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label'> {
  readonly label: string
  readonly icon: ReactNode
  /** A white disc with the app's one shadow, for use over the map. */
  readonly floating?: boolean
  readonly tone?: 'brand'
}

/** A round 44 px button that shows only an icon; the label is for screen readers. */
export function IconButton({ label, icon, floating, tone, ...rest }: IconButtonProps) {
  const look = iconButtonLook({
    ...(floating === undefined ? {} : { floating }),
    ...(tone === undefined ? {} : { tone }),
  })
  return (
    <button type="button" {...rest} {...look} aria-label={label}>
      {icon}
    </button>
  )
}
