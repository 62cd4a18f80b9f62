import { greet } from './greeting.ts'
import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

interface ReferralFacts {
  readonly firstName: string
  /** Formatted for the reader. */
  readonly amount: string
  /** True for the driver who made the referral; the text says nothing about the other person. */
  readonly isReferrer: boolean
  readonly link: string
}

export const REFERRAL_MAIL: Readonly<Record<Language, (facts: ReferralFacts) => MailText>> = {
  en: ({ firstName, amount, isReferrer, link }) => ({
    subject: `${amount} of parking credit for you`,
    text: `${greet('Hello', firstName)}\n\n${
      isReferrer
        ? 'A driver who came with your code has parked for the first time.'
        : 'Your first paid stay with Baywise has ended, and you came with somebody’s code.'
    } ${amount} is in your wallet. You can park with it; it can’t be paid out.\n\nYour wallet:\n${link}\n\nBaywise`,
  }),
  fr: ({ firstName, amount, isReferrer, link }) => ({
    subject: `${amount} de crédit de stationnement pour vous`,
    text: `${greet('Bonjour', firstName)}\n\n${
      isReferrer
        ? 'Un conducteur venu avec votre code a stationné pour la première fois.'
        : 'Votre premier stationnement payant avec Baywise est terminé, et vous aviez saisi un code de parrainage.'
    } ${amount} se trouvent dans votre portefeuille. Vous pouvez vous en servir pour stationner, mais pas les retirer.\n\nVotre portefeuille\u00a0:\n${link}\n\nBaywise`,
  }),
}
