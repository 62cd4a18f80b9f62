import type { MoneyAction } from '../../src/contract/operator-money.ts'
import type { OperatorRole } from '../../src/domain/operator-role.ts'
import { greet } from './greeting.ts'
import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

interface InvitationFacts {
  readonly organisation: string
  readonly role: OperatorRole
  readonly link: string
}

interface ConsoleTexts {
  readonly invitation: (facts: InvitationFacts) => MailText
  readonly code: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly actCode: (facts: ActFacts) => MailText
}

interface ActFacts {
  readonly firstName: string
  readonly code: string
  readonly action: MoneyAction
  /** A reference, an address, or the code of a car park. */
  readonly subject: string
}

const ACTS: Readonly<Record<Language, Readonly<Record<MoneyAction, string>>>> = {
  en: {
    'refund.paid': 'end a refund as paid',
    'refund.failed': 'return a refund to its wallet',
    'payment.credit': 'credit what a gateway took',
    'payment.close': 'close a payment without a credit',
    'payment.ask': 'ask a gateway what went back',
    'debt.write_off': 'write a debt off',
    'driver.disable': 'disable an account',
    'driver.enable': 'open an account again',
    'payout.record': 'note a payout',
  },
  fr: {
    'refund.paid': 'clore un remboursement comme versé',
    'refund.failed': 'remettre un remboursement dans son portefeuille',
    'payment.credit': 'créditer ce qu’une passerelle a encaissé',
    'payment.close': 'clore un paiement sans le créditer',
    'payment.ask': 'demander à une passerelle ce qui a été repris',
    'debt.write_off': 'abandonner une dette',
    'driver.disable': 'désactiver un compte',
    'driver.enable': 'rouvrir un compte',
    'payout.record': 'noter un versement',
  },
}

const ROLES: Readonly<Record<Language, Readonly<Record<OperatorRole, string>>>> = {
  en: { owner: 'an owner', manager: 'a manager', staff: 'a team member' },
  fr: { owner: 'propriétaire', manager: 'gestionnaire', staff: 'membre de l’équipe' },
}

/** Mails to members of operators' organisations. */
export const CONSOLE_TEXTS: Readonly<Record<Language, ConsoleTexts>> = {
  en: {
    invitation: ({ organisation, role, link }) => ({
      subject: `${organisation} invites you to its car parks on Baywise`,
      text: `Hello,

${organisation} invites you as ${ROLES.en[role]} to manage its car parks on Baywise.

Accept here:
${link}

Sign in with this email address, or create an account with it. The link works once and is valid for 7 days. If you don’t know ${organisation}, ignore this email: without the link nothing happens.

Baywise`,
    }),
    code: ({ firstName, code }) => ({
      subject: `${code} opens the car park console`,
      text: `${greet('Hello', firstName)}

Your code is ${code}. It is valid for 15 minutes.

It opens the car park console in the browser where you asked for it. If you didn’t ask for it, somebody is signed in to your account: change your password, and give the code to nobody.

Baywise`,
    }),
    actCode: ({ firstName, code, action, subject }) => ({
      subject: `${code} confirms: ${ACTS.en[action]}`,
      text: `${greet('Hello', firstName)}

Your code is ${code}. It is valid for 15 minutes.

It confirms one thing that you do in the console, and nothing else: ${ACTS.en[action]} (${subject}). If that isn’t you, somebody is signed in to your account: change your password, and give the code to nobody.

Baywise`,
    }),
  },
  fr: {
    invitation: ({ organisation, role, link }) => ({
      subject: `${organisation} vous invite à gérer ses parkings sur Baywise`,
      text: `Bonjour,

${organisation} vous invite en tant que ${ROLES.fr[role]} à gérer ses parkings sur Baywise.

Acceptez ici :
${link}

Connectez-vous avec cette adresse e-mail, ou créez un compte avec elle. Le lien fonctionne une seule fois et reste valable 7 jours. Si vous ne connaissez pas ${organisation}, ignorez cet e-mail : sans le lien, rien ne se passe.

Baywise`,
    }),
    code: ({ firstName, code }) => ({
      subject: `${code} ouvre la console des parkings`,
      text: `${greet('Bonjour', firstName)}

Votre code est ${code}. Il est valable 15 minutes.

Il ouvre la console des parkings dans le navigateur où vous l’avez demandé. Si vous n’avez rien demandé, quelqu’un est connecté à votre compte : changez votre mot de passe et ne donnez ce code à personne.

Baywise`,
    }),
    actCode: ({ firstName, code, action, subject }) => ({
      subject: `${code} confirme : ${ACTS.fr[action]}`,
      text: `${greet('Bonjour', firstName)}

Votre code est ${code}. Il est valable 15 minutes.

Il confirme une seule chose que vous faites dans la console, et rien d’autre : ${ACTS.fr[action]} (${subject}). Si ce n’est pas vous, quelqu’un est connecté à votre compte : changez votre mot de passe et ne donnez ce code à personne.

Baywise`,
    }),
  },
}
