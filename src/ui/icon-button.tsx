import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { iconButtonLook } from './button-look.ts'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label'> {
  readonly label: string
  readonly icon: ReactNode
  /** White disc with the one shadow: over the map. */
  readonly floating?: boolean
  readonly tone?: 'brand'
}

/** A round button of 44 px that shows only an icon and says its label. */
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
