// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { CountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import { changeCountry } from '../../parts/change-country.ts'
import { CountryChoice } from '../../parts/country-choice.tsx'
import { CountryGuessText } from '../../parts/country-guess-text.tsx'
import { useCountryGuess } from '../../parts/country-guess.ts'
import parts from '../../parts/parts.module.css'
import { useIsWide } from '../../parts/use-is-wide.ts'
import { endWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { BaysDrawing } from '../../ui/drawings.tsx'
import text from '../../ui/text.module.css'
import styles from './home.module.css'
import { OnceScene, UndergroundScene } from './welcome-drawings.tsx'

const LAST = 3

/** Up to three cards within the page, not over it: the country, then what Baywise promises. Each can be skipped. */
export default function Welcome({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useLingui()
  const [card, setCard] = useState(1)
  const { origin } = useCountryGuess()
  // Large screens show the promises further down.
  const isWide = useIsWide()
  const isAnsweredElsewhere = card === 1 && origin === 'chosen'
  useEffect(() => {
    if (isAnsweredElsewhere) onEnd()
  }, [isAnsweredElsewhere, onEnd])
  const end = () => {
    endWelcome()
    onEnd()
  }
  const next = () => {
    if (card === LAST || isWide) return end()
    setCard(card + 1)
  }
  const foot = { card: isWide ? null : card, next, end }
  return (
    <section className={styles.welcome} aria-label={t`Welcome`}>
      {card === 1 && <CountryCard {...foot} />}
      {card === 2 && (
        <>
          <UndergroundScene />
          <Place card={foot.card} />
          <h2>
            <Trans>A pass that works offline</Trans>
          </h2>
          <p className={text.muted}>
            <Trans>Signed, kept on your phone, read in the dark</Trans>
          </p>
          <Foot {...foot} />
        </>
      )}
      {card === LAST && (
        <>
          <OnceScene />
          <Place card={foot.card} />
          <h2>
            <Trans>Nothing lost, nothing twice</Trans>
          </h2>
          <p className={text.muted}>
            <Trans>Changes made offline wait for signal, and you can see them</Trans>
          </p>
          <Foot {...foot} />
        </>
      )}
    </section>
  )
}

interface FootProps {
  /** Null when there is only one card. */
  readonly card: number | null
  readonly next: () => void
  readonly end: () => void
}

function CountryCard({ next, card, end }: FootProps) {
  const { t } = useLingui()
  const format = useFormat()
  const guess = useCountryGuess()
  const [picked, setPicked] = useState<CountryCode>()
  const choice = picked ?? guess.code
  const confirm = () => {
    if (choice === undefined) return
    // Move on first: changing the country would end the welcome on card 1.
    next()
    changeCountry(choice)
  }
  const choiceName = choice === undefined ? undefined : format.country(choice)
  return (
    <>
      <div className={parts.directions}>
        <div>
          <Place card={card} />
          <h2>
            <Trans>Where do you park?</Trans>
          </h2>
          <p role="status" className={`${text.muted} ${styles.guess}`}>
            <CountryGuessText guess={guess} />
          </p>
        </div>
        <BaysDrawing width={88} />
      </div>
      <CountryChoice layout="tiles" choice={choice} onPick={setPicked} />
      <Foot
        card={card}
        end={end}
        next={confirm}
        label={choiceName === undefined ? t`Continue` : t`Continue with ${choiceName}`}
        blocked={choice === undefined}
      />
    </>
  )
}

function Foot({
  next,
  end,
  card,
  label,
  blocked = false,
}: FootProps & { readonly label?: string; readonly blocked?: boolean }) {
  const { t } = useLingui()
  return (
    <div className={styles.foot}>
      <ButtonRow>
        <Button kind="plain" onClick={end}>
          <Trans>Skip</Trans>
        </Button>
        <Button disabled={blocked} onClick={next}>
          {label ?? (card === LAST ? t`Done` : t`Next`)}
        </Button>
      </ButtonRow>
    </div>
  )
}

/** Number of the card and their count, above its heading. */
function Place({ card: done }: Pick<FootProps, 'card'>) {
  const { t } = useLingui()
  const total = LAST
  return done !== null && <p className={text.muted}>{t`${done} of ${total}`}</p>
}
