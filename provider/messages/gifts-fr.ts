import type { Messages } from './shapes.ts'

/** Refusals about gifts, companies, plans, referrals and reviews. */
export const giftsFr = {
  gift_code_malformed: {
    title: 'Vérifiez le code',
    detail: 'Ce n’est pas un code cadeau. Il compte 16 lettres et chiffres.',
  },
  gift_not_found: { title: 'Cadeau introuvable', detail: 'Aucun cadeau ne porte ce code. Vérifiez-le et réessayez.' },
  gift_own: {
    title: 'Votre propre cadeau',
    detail: 'Ce cadeau vient de vous. Annulez-le pour récupérer son montant.',
  },
  gift_redeemed: { title: 'Déjà utilisé', detail: 'Ce cadeau a déjà été utilisé.' },
  gift_cancelled: { title: 'Cadeau annulé', detail: 'Ce cadeau a été annulé par la personne qui l’a acheté.' },
  review_refused: {
    title: 'Pas d’avis sur ce stationnement',
    detail:
      'Vous ne pouvez pas donner d’avis : ce stationnement n’est pas terminé, a été remboursé, est trop ancien ou a déjà un avis.',
  },
  plan_running: { title: 'Forfait déjà en cours', detail: 'Vous avez déjà un forfait dans ce pays.' },
  plan_ended: { title: 'Forfait terminé', detail: 'Ce forfait est terminé.' },
  referral_not_found: { title: 'Code introuvable', detail: 'Aucun conducteur n’a ce code. Vérifiez-le et réessayez.' },
  referral_refused: {
    title: 'Code refusé',
    detail:
      'Ce code ne peut pas compter pour vous. Les codes sont pour les nouveaux conducteurs, une fois, et viennent de quelqu’un d’autre.',
  },
  company_not_found: {
    title: 'Aucune de vos entreprises',
    detail: 'Cette entreprise ne paie plus votre stationnement.',
  },
  company_plate: {
    title: 'Autre véhicule',
    detail: 'Cette entreprise paie pour d’autres véhicules. Choisissez-en un ou payez vous-même.',
  },
  company_limit: {
    title: 'Plafond dépassé',
    detail:
      'Le prix dépasse votre plafond auprès de cette entreprise. Choisissez une durée plus courte ou payez vous-même.',
  },
  company_too_low: {
    title: 'Portefeuille de l’entreprise insuffisant',
    detail: 'Le portefeuille de l’entreprise ne suffit pas. Payez vous-même ou adressez-vous à votre administrateur.',
  },
  company_last_admin: {
    title: 'Dernier administrateur',
    detail: 'Une entreprise doit avoir un administrateur qui s’est connecté. Ajoutez-en d’abord un autre.',
  },
  too_many_members: { title: 'Trop de personnes', detail: 'Une entreprise peut compter 500 personnes.' },
  too_many_gifts: {
    title: 'Trop de cadeaux en attente',
    detail: 'Vous avez 10 cadeaux que personne n’a encore utilisés. Annulez-en un d’abord.',
  },
} satisfies Partial<Messages['problems']>
