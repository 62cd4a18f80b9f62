import styles from './button.module.css'

export type ButtonKind = 'primary' | 'soft' | 'secondary' | 'danger' | 'plain' | 'run' | 'pay' | 'blocked' | 'quiet'

export interface ButtonLook {
  readonly kind?: ButtonKind
  /** small: 44 px high; normal: 52. */
  readonly size?: 'normal' | 'small'
  readonly shape?: 'pill'
  /** Fills its row. */
  readonly wide?: boolean
}

/**
 * Returns the attributes that make any element look like a button: `<Link to="/" {...buttonLook({kind: 'primary'})}>`.
 */
export const buttonLook = ({ kind = 'primary', size = 'normal', shape, wide = false }: ButtonLook = {}) => ({
  className: styles.button,
  'data-kind': kind,
  'data-size': size,
  'data-shape': shape,
  'data-wide': wide || undefined,
})

/** Returns the same for a round 44 px button that holds only an icon; give it an `aria-label`. */
export const iconButtonLook = (look: { readonly floating?: boolean; readonly tone?: 'brand' } = {}) => ({
  className: styles.icon,
  'data-floating': look.floating === true || undefined,
  'data-tone': look.tone,
})
