import type { BookingMailTexts } from './shapes.ts'

const payerOf = (company: string | null): string => (company === null ? 'Vous avez' : `${company} a`)
const walletOf = (company: string | null): string =>
  company === null ? 'votre portefeuille' : `le portefeuille de ${company}`

export const bookingMailFr: BookingMailTexts = {
  hello: (firstName) => (firstName === '' ? 'Bonjour,' : `Bonjour ${firstName},`),
  booking: ({ park, amount, company }) => ({
    subject: `Réservé : ${park}`,
    lead: `Votre place est réservée. ${payerOf(company)} payé ${amount}. Votre pass est dans l’application et fonctionne sans réseau.`,
  }),
  moved: ({ park, amount, refund, company }) => ({
    subject: `Déplacée : ${park}`,
    lead: `Votre réservation est déplacée. ${payerOf(company)} payé ${amount}. Remboursement de la réservation précédente : ${refund}, dans ${walletOf(company)}. Votre code et votre pass sont nouveaux.`,
  }),
  change: ({ park, amount, until, company }) => ({
    subject: `Prolongé jusqu’à ${until} : ${park}`,
    lead: `Votre réservation se termine maintenant à ${until}. ${payerOf(company)} payé ${amount} de plus. Votre pass est à jour.`,
  }),
  plate: ({ park, plate }) => ({
    subject: `Nouvelle plaque ${plate} : ${park}`,
    lead: `Votre réservation est maintenant pour la plaque ${plate}. Votre pass est à jour. Vous n’avez rien payé de plus.`,
  }),
  postponed: ({ event, park, stay, amount, chooseBy, company }) => ({
    subject: `Reporté : ${event}`,
    lead: `${event} a une nouvelle date. Votre stationnement à ${park} suit : ${stay}, sans supplément. Ou récupérez ${amount} : choisissez avant ${chooseBy}. Sans choix de votre part, ${amount} reviennent alors dans ${walletOf(company)}.`,
  }),
  refunded: ({ park, amount, company }) => ({
    subject: `Annulé : ${park}`,
    lead: `Votre réservation est annulée. ${amount} sont revenus dans ${walletOf(company)}.`,
  }),
  closed: ({ park, amount, company }) => ({
    subject: `Fermé\u00a0: ${park}`,
    lead:
      amount === ''
        ? `${park} est fermé aux heures de votre réservation\u00a0: elle est annulée. Vous n’aviez rien payé.`
        : `${amount} sont revenus dans ${walletOf(company)}. ${park} est fermé aux heures de votre réservation\u00a0: elle est annulée.`,
  }),
  closing: ({ park, plate, from }) => ({
    subject: from === '' ? `Fermé maintenant\u00a0: ${park}` : `Fermeture, ${from}\u00a0: ${park}`,
    lead: `Votre pass pour ${plate} reste valable et vous pouvez sortir à tout moment. ${park} ne prend pas de nouvelle réservation pendant la fermeture\u00a0: vous ne pouvez pas prolonger jusque-là.`,
  }),
  notRefunded: ({ park }) => ({
    subject: `Annulé : ${park}`,
    lead: 'Votre réservation est annulée, sans remboursement, comme prévu par ses conditions.',
  }),
  receipt: ({ park, amount, number, company }) => ({
    subject: `Reçu ${number} : ${amount}`,
    lead: `${payerOf(company)} payé ${amount} pour un stationnement à ${park}.`,
  }),
  rows: {
    carPark: 'Parking',
    stay: 'Stationnement',
    plate: 'Plaque',
    code: 'Code de réservation',
    parking: 'Prix du stationnement',
    fees: 'Frais de service',
    total: 'Total payé',
    receipt: 'Reçu',
    refund: 'Remboursement',
    reason: 'Motif',
    nearby: 'Libre à proximité',
  },
  openPass: 'Ouvrir le pass',
  openReceipt: 'Ouvrir le reçu',
  openBooking: 'Ouvrir la réservation',
  settings: 'Choisissez les e-mails que vous recevez. Les reçus sont toujours envoyés.',
}
