import type { Language } from './language.ts'
import type { FieldCode } from './shapes.ts'

/** What is wrong with one field of a request. */
export const FIELD_TEXTS: Readonly<Record<Language, Readonly<Record<FieldCode, string>>>> = {
  en: {
    required: 'This field is required.',
    invalid: 'This value is not valid.',
    too_short: 'This is too short.',
    too_long: 'This is too long.',
    out_of_range: 'This value is out of range.',
    unknown_field: 'This field is not known.',
    phone: 'Enter a valid phone number. From another country, start with + and the country code.',
    park_id_required: 'Park ID is required',
    coupon_taken: 'This code is taken. Choose another one.',
    in_past: 'This time has passed.',
    already_member: 'This address belongs to your organisation already.',
    last_owner: 'An organisation needs an owner. Make somebody else an owner first.',
    invitation_used: 'This invitation was used already. Sign in to the console.',
    invitation_invalid:
      'This invitation isn’t valid for your account. Sign in with the address it was sent to, or ask for a new one.',
  },
  fr: {
    required: 'Ce champ est obligatoire.',
    invalid: 'Cette valeur n’est pas valable.',
    too_short: 'C’est trop court.',
    too_long: 'C’est trop long.',
    out_of_range: 'Cette valeur est hors limites.',
    unknown_field: 'Ce champ est inconnu.',
    phone: 'Saisissez un numéro de téléphone valide. Pour un autre pays, commencez par + et l’indicatif du pays.',
    park_id_required: 'L’identifiant du parking est obligatoire',
    coupon_taken: 'Ce code est déjà pris. Choisissez-en un autre.',
    in_past: 'Cette heure est passée.',
    already_member: 'Cette adresse fait déjà partie de votre organisation.',
    last_owner: 'Une organisation a besoin d’un propriétaire. Nommez d’abord une autre personne propriétaire.',
    invitation_used: 'Cette invitation a déjà été utilisée. Connectez-vous à la console.',
    invitation_invalid:
      'Cette invitation n’est pas valable pour votre compte. Connectez-vous avec l’adresse qui l’a reçue, ou demandez-en une nouvelle.',
  },
}
