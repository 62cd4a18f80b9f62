import { greet } from './greeting.ts'
import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

interface MoneyCodeFacts {
  readonly firstName: string
  readonly code: string
  /** Formatted for the language. */
  readonly amount: string
}

/** The second-factor code that confirms an outgoing payment. */
export const MONEY_CODE_TEXTS: Readonly<Record<Language, (facts: MoneyCodeFacts) => MailText>> = {
  en: ({ firstName, code, amount }) => ({
    subject: `${code} confirms your withdrawal of ${amount}`,
    text: `${greet('Hello', firstName)}

Your code is ${code}. It is valid for 15 minutes.

It confirms the withdrawal of ${amount} from your Baywise wallet, in the browser where you asked for it, and nothing else. If you didn’t ask for it, somebody is signed in to your account: change your password, and give the code to nobody.

Baywise`,
  }),
  fr: ({ firstName, code, amount }) => ({
    subject: `${code} confirme votre retrait de ${amount}`,
    text: `${greet('Bonjour', firstName)}

Votre code est ${code}. Il est valable 15 minutes.

Il confirme le retrait de ${amount} de votre portefeuille Baywise, dans le navigateur où vous l’avez demandé, et rien d’autre. Si vous n’avez rien demandé, quelqu’un est connecté à votre compte : changez votre mot de passe et ne donnez ce code à personne.

Baywise`,
  }),
}
