import { greet } from './greeting.ts'
import type { MailTexts } from './shapes.ts'

// Spacing: U+00A0 before a colon, U+202F before ; ! and ?.
const passkeysFr = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `
Ces clés d’accès ouvrent votre compte sans mot de passe\u00a0:
${names.map((name) => `- ${name}`).join('\n')}

Elles restent valables, sauf si vous choisissez de les supprimer avec le nouveau mot de passe.
`

export const mailFr: MailTexts = {
  verifyEmail: ({ firstName, code }) => ({
    subject: `${code} est votre code Baywise`,
    text: `${greet('Bonjour', firstName)}

Votre code est ${code}. Il est valable 15 minutes.

Saisissez-le sur la page où vous avez créé votre compte. Si vous n’en avez pas créé, ignorez cet e-mail\u00a0: sans le code, il ne se passera rien.

Baywise`,
  }),
  keepGuest: ({ code }) => ({
    subject: `${code} est votre code Baywise`,
    text: `Bonjour,

Votre code est ${code}. Il est valable 15 minutes.

Saisissez-le sur le téléphone qui a servi à réserver. Il garde les réservations de ce téléphone dans le compte de cette adresse. Si vous ne l’avez pas demandé, ignorez cet e-mail et ne donnez ce code à personne\u00a0: sans lui, il ne se passera rien.

Baywise`,
  }),
  alreadyRegistered: ({ firstName, link }) => ({
    subject: 'Vous avez déjà un compte Baywise',
    text: `${greet('Bonjour', firstName)}

Quelqu’un, peut-être vous, a voulu créer un compte Baywise avec cette adresse. Vous en avez déjà un\u00a0: connectez-vous avec votre mot de passe.

Vous l’avez oublié\u202f? Choisissez-en un nouveau ici\u00a0:
${link}

Si ce n’était pas vous, vous n’avez rien à faire\u00a0: votre compte n’a pas changé.

Baywise`,
  }),
  resetPassword: ({ firstName, link, passkeys }) => ({
    subject: 'Choisissez un nouveau mot de passe Baywise',
    text: `${greet('Bonjour', firstName)}

Choisissez un nouveau mot de passe ici\u00a0:
${link}

Le lien est valable une heure et ne sert qu’une fois. Si vous ne l’avez pas demandé, ignorez cet e-mail\u00a0: votre mot de passe n’a pas changé.
${passkeysFr(passkeys)}
Baywise`,
  }),
  passwordChanged: ({ firstName, link }) => ({
    subject: 'Votre mot de passe Baywise a été modifié',
    text: `${greet('Bonjour', firstName)}

Votre mot de passe a été modifié et vos autres appareils ont été déconnectés. Reconnectez-les avec le nouveau mot de passe.

Si ce n’était pas vous, choisissez tout de suite un autre mot de passe\u00a0:
${link}

Baywise`,
  }),
  passkeyAdded: ({ firstName, link }) => ({
    subject: 'Une clé d’accès a été ajoutée à votre compte Baywise',
    text: `${greet('Bonjour', firstName)}

Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans mot de passe.

Si ce n’était pas vous, supprimez-la dans votre profil, puis choisissez un nouveau mot de passe\u00a0:
${link}

Baywise`,
  }),
  passkeyRemoved: ({ firstName, link }) => ({
    subject: 'Une clé d’accès a été supprimée de votre compte Baywise',
    text: `${greet('Bonjour', firstName)}

Une clé d’accès a été supprimée de votre compte. Elle ne permet plus de se connecter.

Si elle confirmait vos retraits, les codes par e-mail la remplacent après 24\u00a0heures. D’ici là, les retraits attendent.

Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe, puis vérifiez les clés d’accès dans votre profil\u00a0:
${link}

Baywise`,
  }),
  changeEmail: ({ firstName, code }) => ({
    subject: `${code} est votre code Baywise`,
    text: `${greet('Bonjour', firstName)}

Votre code est ${code}. Il est valable 15 minutes.

Saisissez-le dans votre profil pour vous connecter désormais avec cette adresse. Si vous n’avez rien demandé, ignorez cet e-mail\u00a0: sans le code, il ne se passera rien.

Baywise`,
  }),
  emailChanged: ({ firstName }) => ({
    subject: 'L’adresse e-mail de votre compte Baywise a été modifiée',
    text: `${greet('Bonjour', firstName)}

Votre compte a maintenant une autre adresse e-mail. Celle-ci ne permet plus de se connecter et ne recevra plus d’e-mails de notre part.

Si ce n’était pas vous, contactez tout de suite l’assistance.

Baywise`,
  }),
  accountDeleted: ({ firstName }) => ({
    subject: 'Votre compte Baywise a été supprimé',
    text: `${greet('Bonjour', firstName)}

Votre compte a été supprimé et tous vos appareils ont été déconnectés. Les réservations et les paiements restent dans nos comptes, sans votre nom, votre adresse, votre numéro de téléphone ni vos plaques.

C’est le dernier e-mail que nous vous envoyons.

Baywise`,
  }),
  mailbox: {
    title: 'Boîte de réception de démonstration',
    intro: 'Les e-mails que Baywise aurait envoyés. Cette page n’existe que dans la démo.',
    address: 'Adresse',
    show: 'Afficher',
    empty: 'Aucun e-mail pour l’instant.',
    code: 'Code',
    to: 'À',
  },
}
