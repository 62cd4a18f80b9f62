// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { FavouriteButton } from './favourite-button.tsx'
import { useShare } from '../../parts/use-share.ts'
import type { Park } from '../../contract/parks.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChevronStartIcon, ShareIcon } from '../../ui/icons-action.tsx'
import styles from './park.module.css'

/** Back, share and favourite buttons over the map strip. */
export function ParkTop({ park }: { readonly park: Park }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const share = useShare()
  // A page opened from a link has no history to go back to.
  const goBack = () => void (window.history.length > 1 ? navigate(-1) : navigate(routes.parksList.href()))
  return (
    <>
      <div className={styles.over}>
        <IconButton floating label={t`Back`} icon={<ChevronStartIcon />} onClick={goBack} />
        <IconButton
          floating
          label={share.isCopied ? t`Link copied` : t`Share`}
          icon={<ShareIcon />}
          onClick={() => void share.open({ title: park.name, path: routes.park.href(park.slug) })}
        />
        <FavouriteButton park={park} />
      </div>
      {share.refused !== null && (
        <p role="alert" className={styles.unshared}>
          <Trans>
            The link couldn’t be copied. Copy it yourself: <span className={styles.link}>{share.refused}</span>
          </Trans>
        </p>
      )}
    </>
  )
}
