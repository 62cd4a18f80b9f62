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
}

const ROLES: Readonly<Record<Language, Readonly<Record<OperatorRole, string>>>> = {
  en: { owner: 'an owner', manager: 'a manager', staff: 'a team member' },
  fr: { owner: 'propriétaire', manager: 'gestionnaire', staff: 'membre de l’équipe' },
}

/** To people of operators' organisations. */
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
  },
}
