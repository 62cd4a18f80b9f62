import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import styles from './home.module.css'

/** Shown on a phone that has no data and no place yet. */
export function NewcomerHint() {
  return (
    <p className={styles.hint}>
      <Trans>Search for a place or choose Near me. What you’ve seen stays on this phone and works offline.</Trans>{' '}
      <Link to={routes.parksList.href()}>
        <Trans>See all car parks</Trans>
      </Link>
    </p>
  )
}
