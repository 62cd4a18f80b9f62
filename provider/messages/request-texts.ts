import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

export interface RequestFacts {
  readonly name: string
  readonly address: string
  /** Why the request was refused; null when it was approved. */
  readonly reason: string | null
  /** The page of the car park; null when the request was refused. */
  readonly link: string | null
}

const TEXTS: Readonly<Record<Language, (facts: RequestFacts) => MailText>> = {
  en: ({ name, address, reason, link }) =>
    reason === null
      ? {
          subject: `Your space is on Baywise: ${address}`,
          text: `Hello ${name},\n\nDrivers can now find and book your space:\n${link ?? ''}\n\nTo change the price or the hours, or to close it, answer this email.\n`,
        }
      : {
          subject: `Your request wasn’t accepted: ${address}`,
          text: `Hello ${name},\n\nWe can’t offer your space on Baywise for now:\n${reason}\n\nYou can send another request at any time.\n`,
        },
  fr: ({ name, address, reason, link }) =>
    reason === null
      ? {
          subject: `Votre place est sur Baywise\u00a0: ${address}`,
          text: `Bonjour ${name},\n\nLes conducteurs peuvent maintenant trouver et réserver votre place\u00a0:\n${link ?? ''}\n\nPour changer le prix ou les horaires, ou pour la fermer, répondez à cet e-mail.\n`,
        }
      : {
          subject: `Votre demande n’a pas été acceptée\u00a0: ${address}`,
          text: `Bonjour ${name},\n\nNous ne pouvons pas proposer votre place sur Baywise pour l’instant\u00a0:\n${reason}\n\nVous pouvez envoyer une autre demande à tout moment.\n`,
        },
}

/** The email to the person who offered a space, in the language of the request. */
export const requestMail = (language: Language, facts: RequestFacts): MailText => TEXTS[language](facts)
