// Rarely rendered; memoisation would double this file.
'use no memo'
import { type ReactNode, useState } from 'react'
import type { MoneyAct } from '../../../contract/operator-money.ts'
import type { Money } from '../../../domain/money.ts'
import { useFormat } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import page from '../operator.module.css'
import { ActForm } from './act-form.tsx'

export interface Choice {
  readonly label: string
  /** Description of the effect. */
  readonly words: ReactNode
  readonly act: MoneyAct
}

interface CaseCardProps {
  readonly title: ReactNode
  /** The amount concerned; null when unknown. */
  readonly money: Money | null
  readonly facts: readonly Fact[]
  readonly choices: readonly Choice[]
  readonly onDone: () => void
}

/** One case and its possible actions. */
export function CaseCard({ title, money, facts, choices, onDone }: CaseCardProps) {
  const format = useFormat()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const close = () => setChosen(null)
  return (
    <article className={page.card}>
      <div>
        <h3>{title}</h3>
        {money !== null && <p className={page.total}>{format.money(money)}</p>}
      </div>
      <FactList facts={facts} />
      {chosen === null ? (
        <ButtonRow>
          {choices.map((choice) => (
            <Button key={choice.label} kind="secondary" size="small" onClick={() => setChosen(choice)}>
              {choice.label}
            </Button>
          ))}
        </ButtonRow>
      ) : (
        <ActForm
          label={chosen.label}
          toAct={() => chosen.act}
          onDone={() => {
            close()
            onDone()
          }}
          onClose={close}
        >
          {chosen.words}
        </ActForm>
      )}
    </article>
  )
}
