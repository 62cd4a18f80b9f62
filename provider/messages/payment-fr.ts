import { greet } from './greeting.ts'
import type { PaymentTexts } from './shapes.ts'

// French typography: U+00A0 before a colon, U+202F before ; ! and ?.
export const paymentFr: PaymentTexts = {
  verificationInProgress: 'La vérification du paiement est déjà en cours',
  notFinished:
    'Le service de paiement n’a pas encore confirmé votre paiement. Si vous avez payé, ne payez pas une seconde fois : nous continuons à vérifier.',
  abandoned: 'Rien n’a été débité. Vous pouvez encore payer.',
  gatewaySilent:
    'Le service de paiement ne répond pas pour l’instant. Nous continuons à vérifier : ne payez pas à nouveau.',
  creditedInstead: {
    booking: 'Votre paiement est arrivé trop tard pour la réservation. Le montant complet est dans votre portefeuille.',
    order: 'Votre paiement est arrivé trop tard pour la commande. Le montant complet est dans votre portefeuille.',
  },
  page: {
    title: 'Paiement de démonstration',
    notice: 'Démo : pas d’argent réel.',
    amount: 'Montant',
    reference: 'Référence',
    card_bank: 'Carte ou compte bancaire',
    mobile_money: 'Mobile money',
    card: 'Carte',
    pay: 'Payer',
    fail: 'Échouer',
    abandon: 'Abandonner',
    delay: 'Payer, avec confirmation différée',
    duplicate: 'Payer, avec double notification',
    declines_later: 'Payer avec une carte qui sera refusée plus tard',
    done: 'Ce paiement est déjà réglé.',
    back: 'Retour à Baywise',
    later: 'Ce qui peut arriver ensuite à ce paiement',
    reverse: 'Annuler le paiement après coup',
    dispute: 'Contester le paiement auprès de la banque',
    dispute_won: 'Trancher le litige en faveur de Baywise',
    dispute_lost: 'Trancher le litige en faveur du client',
    slow_refunds: 'Faire attendre les remboursements',
    refunds_arrive: 'Faire arriver les remboursements',
    refunds_fail: 'Faire échouer les remboursements',
  },
  lateMail: ({ firstName, amount, purpose, code, link }) => ({
    subject: `Paiement de ${amount} versé dans votre portefeuille Baywise`,
    text: `${greet('Bonjour', firstName)}

Votre paiement de ${amount} est arrivé trop tard pour la ${purpose === 'booking' ? 'réservation' : 'commande'} ${code}, qui n’a pas été faite. Le montant complet est dans votre portefeuille et vous pouvez l’utiliser dès maintenant.
${link}

Baywise`,
  }),
  giftMail: ({ amount, code, link }) => ({
    subject: `Un cadeau pour vous : ${amount} de stationnement`,
    text: `Bonjour,

Quelqu’un vous offre ${amount} de crédit Baywise. Ouvrez ce lien et connectez-vous pour l’ajouter à votre portefeuille :
${link}

Vous pouvez aussi saisir ce code dans votre portefeuille, sous Cadeaux : ${code}

Toute personne qui a le code peut l’utiliser une fois. Un crédit offert paie le stationnement et ne peut pas être retiré.

Baywise`,
  }),
  autoMail: {
    charged: ({ firstName, amount, card, link }) => ({
      subject: `Votre portefeuille a été rechargé : ${amount}`,
      text: `${greet('Bonjour', firstName)}

Votre solde est passé sous la limite que vous avez fixée : ${amount} ont été débités de votre carte enregistrée${card === '' ? '' : ` (${card})`} et versés dans votre portefeuille. Vous pouvez modifier ou désactiver la recharge automatique à tout moment :
${link}

Baywise`,
    }),
    switchedOff: ({ firstName, amount, card, link }) => ({
      subject: 'La recharge automatique est désactivée',
      text: `${greet('Bonjour', firstName)}

Votre carte enregistrée${card === '' ? '' : ` (${card})`} a été refusée deux fois de suite, la dernière fois pour ${amount}. Rien n’a été débité. Nous avons désactivé la recharge automatique. Vous pouvez recharger vous-même ou enregistrer une autre carte :
${link}

Baywise`,
    }),
  },
  tax: 'Taxe',
  statement: {
    time: 'Date et heure',
    kind: 'Type',
    amount: 'Montant',
    currency: 'Devise',
    balance: 'Solde après',
    booking: 'Réservation',
    park: 'Parking',
    receipt: 'Reçu',
    reference: 'Référence du paiement',
    file: 'baywise-releve',
    kinds: {
      booking: 'Réservation',
      extension: 'Prolongation',
      refund: 'Remboursement',
      top_up: 'Recharge',
      welcome_credit: 'Crédit de bienvenue (démo)',
      promo: 'Promotion',
      withdrawal: 'Retrait',
      adjustment: 'Correction',
      reversal: 'Paiement repris',
      dispute: 'Paiement contesté',
      order: 'Commande',
      order_refund: 'Remboursement d’une commande',
      gift: 'Cadeau offert',
      gift_refund: 'Cadeau annulé',
      gift_redeemed: 'Cadeau reçu',
      document: 'Documents du véhicule',
      document_refund: 'Remboursement de documents du véhicule',
      plan: 'Forfait',
      referral: 'Parrainage',
    },
  },
  topUpItem: 'Recharge du portefeuille Baywise',
  bookingItem: 'Réservation de parking Baywise',
  orderItem: 'Commande de la boutique Baywise',
}
