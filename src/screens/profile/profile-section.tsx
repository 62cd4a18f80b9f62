import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '../../contract/auth.ts'
import { useFormat } from '../../i18n/format.ts'
import { LANGUAGES } from '../../i18n/language.ts'
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

/** Name, number, address, language and country; each row opens what changes it. */
export function ProfileSection({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<'profile' | 'email' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={styles.section}>
      <RowList form="card">
        <li>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => setOpen('profile')}>
            <ListRowFace
              icon={<PersonIcon />}
              title={<bdi>{`${user.first_name} ${user.last_name}`}</bdi>}
              detail={user.phone === null ? <Trans>No phone number</Trans> : <bdi dir="ltr">{user.phone}</bdi>}
              end={<PencilIcon />}
            />
            <VisuallyHidden>
              <Trans>Edit profile</Trans>
            </VisuallyHidden>
          </button>
        </li>
        <li>
          <button type="button" {...listRowLook()} aria-haspopup="dialog" onClick={() => setOpen('email')}>
            <ListRowFace icon={<MailIcon />} title={<bdi>{user.email}</bdi>} end={<PencilIcon />} />
            <VisuallyHidden>
              <Trans>Change e-mail</Trans>
            </VisuallyHidden>
          </button>
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
