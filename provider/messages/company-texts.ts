import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

export interface CompanyFacts {
  /** The company's name. */
  readonly name: string
  /** The person who applied. */
  readonly contact: string
  /** Why the application was refused; null when it was approved. */
  readonly reason: string | null
  readonly link: string
}

type InvitationFacts = Pick<CompanyFacts, 'name' | 'link'>

interface Texts {
  readonly decided: (facts: CompanyFacts) => MailText
  readonly invited: (facts: InvitationFacts) => MailText
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    decided: ({ name, contact, reason, link }) =>
      reason === null
        ? {
            subject: `Your business account is open: ${name}`,
            text: `Hello ${contact},\n\nThe business account of ${name} is open. Sign in with this address to top up its wallet and to add your people:\n${link}\n`,
          }
        : {
            subject: `Your business account wasn’t opened: ${name}`,
            text: `Hello ${contact},\n\nWe can’t open a business account for ${name} for now:\n${reason}\n\nYou can send another request at any time.\n`,
          },
    invited: ({ name, link }) => ({
      subject: `${name} pays for your parking`,
      text: `Hello,\n\n${name} has added you to its business account. Sign in with this address, and at the checkout choose who pays: you or ${name}. Its administrators see where, when and with which plate it paid for you.\n${link}\n\nIf you don’t know ${name}, ignore this email.\n`,
    }),
  },
  fr: {
    decided: ({ name, contact, reason, link }) =>
      reason === null
        ? {
            subject: `Votre compte entreprise est ouvert\u00a0: ${name}`,
            text: `Bonjour ${contact},\n\nLe compte entreprise de ${name} est ouvert. Connectez-vous avec cette adresse pour alimenter son portefeuille et ajouter vos collaborateurs\u00a0:\n${link}\n`,
          }
        : {
            subject: `Votre compte entreprise n’a pas été ouvert\u00a0: ${name}`,
            text: `Bonjour ${contact},\n\nNous ne pouvons pas ouvrir de compte entreprise pour ${name} pour l’instant\u00a0:\n${reason}\n\nVous pouvez envoyer une autre demande à tout moment.\n`,
          },
    invited: ({ name, link }) => ({
      subject: `${name} paie votre stationnement`,
      text: `Bonjour,\n\n${name} vous donne accès à son compte entreprise. Connectez-vous avec cette adresse et choisissez, au moment de payer, qui paie\u00a0: vous ou ${name}. Ses administrateurs voient le lieu, les heures et la plaque des réservations payées.\n${link}\n\nSi vous ne connaissez pas ${name}, ignorez cet e-mail.\n`,
    }),
  },
}

/** The decision, mailed to the applicant for a business account in the language of the request. */
export const companyMail = (language: Language, facts: CompanyFacts): MailText => TEXTS[language].decided(facts)

/** Mailed to a person whom a company has added. */
export const invitationMail = (language: Language, facts: InvitationFacts): MailText => TEXTS[language].invited(facts)
