// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { useFormat } from '../../i18n/format.ts'
import { LANGUAGES } from '../../i18n/language.ts'
import { OnlineRow } from '../../parts/online-row.tsx'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { openPanel } from '../../stores/open-panel.ts'
import { ChevronEndIcon, PencilIcon } from '../../ui/icons-action.tsx'
import { GlobeIcon, MailIcon, PersonIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { onlineModal } from './online-modal.tsx'
import styles from './profile.module.css'

const EditModal = onlineModal(() => import('./edit-modal.tsx'))
const EmailModal = onlineModal(() => import('./email-modal.tsx'))

/** Name, number, address, language and country; each row opens its editor. */
export function ProfileSection({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<'profile' | 'email' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={styles.section}>
      <RowList form="card">
        <li>
          <OnlineRow
            opens="dialog"
            icon={<PersonIcon />}
            title={<bdi>{`${user.first_name} ${user.last_name}`}</bdi>}
            detail={user.phone === null ? <Trans>No phone number</Trans> : <bdi dir="ltr">{user.phone}</bdi>}
            end={<PencilIcon />}
            onClick={() => setOpen('profile')}
          >
            <VisuallyHidden>
              <Trans>Edit profile</Trans>
            </VisuallyHidden>
          </OnlineRow>
        </li>
        <li>
          <OnlineRow
            opens="dialog"
            icon={<MailIcon />}
            title={<bdi>{user.email}</bdi>}
            end={<PencilIcon />}
            onClick={() => setOpen('email')}
          >
            <VisuallyHidden>
              <Trans>Change email</Trans>
            </VisuallyHidden>
          </OnlineRow>
        </li>
        <li>
          <RegionRow />
        </li>
      </RowList>
      {open === 'profile' && <EditModal user={user} onClose={close} />}
      {open === 'email' && <EmailModal user={user} onClose={close} />}
    </section>
  )
}

function RegionRow() {
  const format = useFormat()
  const country = useSelectedCountry()?.code
  const language = LANGUAGES.find(({ code }) => code === format.language)?.name
  return (
    <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => openPanel.set('settings')}>
      <ListRowFace
        icon={<GlobeIcon />}
        title={<Trans>Language and country</Trans>}
        detail={[language, country === undefined ? undefined : format.country(country)]
          .filter((part) => part !== undefined)
          .join(' · ')}
        end={<ChevronEndIcon />}
      />
    </button>
  )
}
