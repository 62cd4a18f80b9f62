import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { ChevronEndIcon, DirectionsIcon } from '../../ui/icons-action.tsx'
import { GarageIcon, QrIcon, StarIcon, TransferIcon } from '../../ui/icons-place.tsx'
import { ClockIcon, SignalClockIcon } from '../../ui/icons-state.tsx'
import styles from './home.module.css'

/** What the product does, and links by kind of place; large screens only. */
export function HomePromises() {
  return (
    <div className={styles.extras}>
      <ul className={styles.promises}>
        <Promise icon={<QrIcon />} title={<Trans>A pass that works offline</Trans>}>
          <Trans>Signed, kept on your phone, read in the dark</Trans>
        </Promise>
        <Promise icon={<ClockIcon />} title={<Trans>The total, line by line</Trans>}>
          <Trans>The same price on your phone and at the gate</Trans>
        </Promise>
        <Promise icon={<SignalClockIcon />} title={<Trans>Nothing lost, nothing twice</Trans>}>
          <Trans>Changes made offline wait for signal, and you can see them</Trans>
        </Promise>
      </ul>
      <ul className={styles.kinds}>
        <Kind kind="airport" icon={<DirectionsIcon />}>
          <Trans>Airport parking</Trans>
        </Kind>
        <Kind kind="garage" icon={<GarageIcon />}>
          <Trans>Garages</Trans>
        </Kind>
        <Kind kind="stadium" icon={<StarIcon />}>
          <Trans>Stadium parking</Trans>
        </Kind>
        <Kind kind="station" icon={<TransferIcon />}>
          <Trans>Station parking</Trans>
        </Kind>
      </ul>
    </div>
  )
}

function Promise({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly children: ReactNode
}) {
  return (
    <li className={styles.promise}>
      <span className={styles.tile}>{icon}</span>
      <div>
        <h2 className={styles.promiseTitle}>{title}</h2>
        <p>{children}</p>
      </div>
    </li>
  )
}

function Kind({
  kind,
  icon,
  children,
}: {
  readonly kind: string
  readonly icon: ReactNode
  readonly children: ReactNode
}) {
  return (
    <li>
      <Link className={styles.kind} to={`${routes.parksList.href()}?kind=${kind}`}>
        {icon}
        <span>{children}</span>
        <ChevronEndIcon />
      </Link>
    </li>
  )
}
