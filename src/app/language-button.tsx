// Rarely rendered: memoisation would double this file.
'use no memo'
import { useFormat } from '../i18n/format.ts'
import { chooseLanguage } from '../i18n/activate.ts'
import { LANGUAGES } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { openPanel } from '../stores/open-panel.ts'

/** Switches to the other language, shown by its own name. If its texts cannot be loaded, the settings report that. */
export default function LanguageButton() {
  const { language } = useFormat()
  const other = LANGUAGES.find(({ code }) => code !== language)
  if (other === undefined) return null
  return (
    <Button
      kind="plain"
      size="small"
      lang={other.code}
      onClick={() => void chooseLanguage(other.code).catch(() => openPanel.set('settings'))}
    >
      {other.name}
    </Button>
  )
}
