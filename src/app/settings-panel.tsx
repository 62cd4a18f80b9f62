import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { getCountry } from '../domain/country.ts'
import { chooseLanguage } from '../i18n/activate.ts'
import { useFormat } from '../i18n/format.ts'
import { LANGUAGES } from '../i18n/language.ts'
import type { Language } from '../lib/language.ts'
import { toInstant } from '../domain/instant.ts'
import { connection } from '../signals/connection.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { useNow } from '../parts/use-now.ts'
import { useStorageRoom } from '../queries/use-storage-usage.ts'
import { useOutboxCounts } from '../queries/use-outbox.ts'
import { Flag } from '../ui/flag.tsx'
import { ChevronEndIcon, DownloadIcon } from '../ui/icons-action.tsx'
import { TicketIcon } from '../ui/icons-place.tsx'
import { NoSignalIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { ListRowFace, listRowLook, RowList } from '../ui/list-row.tsx'
import { Modal } from '../ui/modal.tsx'
import { Note } from '../ui/note.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { appearance, chooseAppearance } from './appearance.ts'
import styles from './app.module.css'
import { closePanel, openPanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

/** Language, appearance, country of operation; then what this phone stores and what was requested on it. */
export default function SettingsPanel({ open }: { readonly open: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const look = useObservable(appearance)
  const country = useObservable(selectedCountry)
  const [isLanguageMissing, setLanguageMissing] = useState(false)
  const change = (language: Language) => {
    setLanguageMissing(false)
    chooseLanguage(language).catch(() => setLanguageMissing(true))
  }
  return (
    <Modal open={open} onClose={closePanel} placement="panel" title={t`Settings`}>
      <div className={styles.settings}>
        <Segmented
          legend={t`Language`}
          value={format.language}
          options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
          onChange={change}
        />
        {isLanguageMissing && (
          <Note tone="warning" role="alert" icon={<NoSignalIcon />}>
            <Trans>This language is not on this phone yet. Connect and try again.</Trans>
          </Note>
        )}
        <Segmented
          legend={t`Appearance`}
          value={look}
          options={[
            { value: 'system', label: t`System` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          onChange={chooseAppearance}
        />
        <section className={styles.region} aria-labelledby="settings-region">
          <h3 id="settings-region">{t`Country`}</h3>
          {country !== null && (
            <p className={styles.regionRow}>
              <Flag code={country.code} width={33} />
              <strong>{format.country(country.code)}</strong>
              <span>
                {format.symbol(getCountry(country.code).currency)} {getCountry(country.code).currency}
              </span>
            </p>
          )}
          <Note tone="warning" icon={<TriangleIcon />}>
            <Trans>If you change region, your shopping cart is emptied.</Trans>
          </Note>
          <button type="button" {...listRowLook('fact')} data-tone="brand" onClick={() => openPanel.set('country')}>
            <ListRowFace title={t`Change country/Region`} end={<ChevronEndIcon />} />
          </button>
        </section>
        <div className={styles.phoneRows}>
          <PhoneRows />
        </div>
      </div>
    </Modal>
  )
}

function PhoneRows() {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const used = useStorageRoom()?.usedBytes ?? null
  const { lastSuccessAt } = useObservable(connection)
  const outbox = useOutboxCounts()
  const waiting = outbox.status === 'ready' ? outbox.value.waiting : 0
  const facts = [
    ...(used === null ? [] : [format.bytes(used)]),
    ...(lastSuccessAt === null ? [] : [format.savedAt(toInstant(lastSuccessAt), { zone: phoneZone(), now })]),
  ]
  return (
    <RowList>
      <li>
        <button type="button" {...listRowLook()} onClick={() => openPanel.set('saved')}>
          <ListRowFace
            icon={<DownloadIcon />}
            title={t`Saved on this phone`}
            {...(facts.length === 0 ? {} : { detail: facts.join(', ') })}
            end={<ChevronEndIcon />}
          />
        </button>
      </li>
      <li>
        <Link to={routes.activity.href()} {...listRowLook()} onClick={closePanel}>
          <ListRowFace
            icon={<TicketIcon />}
            title={t`Activity`}
            detail={
              waiting === 0 ? (
                <Trans>Nothing waiting for signal</Trans>
              ) : (
                <Plural value={waiting} one="# waiting for signal" other="# waiting for signal" />
              )
            }
            end={<ChevronEndIcon />}
          />
        </Link>
      </li>
    </RowList>
  )
}
