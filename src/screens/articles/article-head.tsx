// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useShare } from '../../parts/use-share.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { CheckIcon, ChevronStartIcon, ShareIcon } from '../../ui/icons-action.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './articles.module.css'

export interface ArticleHeadProps {
  /** Target of the back arrow, and its name. */
  readonly back: string
  readonly place: ReactNode
  readonly detail?: ReactNode
  /** Title and path to share. */
  readonly title: string
  readonly path: string
}

/** Link back to the list, and the share button. */
export function ArticleHead({ back, place, detail, title, path }: ArticleHeadProps) {
  const { t } = useLingui()
  const { isCopied, refused, open } = useShare()
  return (
    <>
      <div className={styles.head}>
        <Link to={back} {...iconButtonLook()} aria-label={t`Back`}>
          <ChevronStartIcon />
        </Link>
        <p>
          {place}
          {detail !== undefined && <small>{detail}</small>}
        </p>
        <IconButton
          label={isCopied ? t`Link copied` : t`Share`}
          icon={isCopied ? <CheckIcon /> : <ShareIcon />}
          onClick={() => void open({ title, path })}
        />
      </div>
      {refused !== null && <p className={styles.about}>{refused}</p>}
    </>
  )
}
