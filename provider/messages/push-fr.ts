import type { PushTexts } from './shapes.ts'

const minutesText = (minutes: number): string => (minutes === 1 ? '1 minute' : `${String(minutes)} minutes`)

export const pushFr: PushTexts = {
  ends: ({ park, plate, time, minutes }) => ({
    title: `Plus que ${minutesText(minutes)}\u00a0: jusqu’à ${time}`,
    body: `${plate}, ${park}. Prolongez maintenant s’il vous faut plus de temps.`,
  }),
  endsFull: ({ park, plate, time, minutes }) => ({
    title: `Plus que ${minutesText(minutes)}\u00a0: jusqu’à ${time}`,
    body: `${plate}, ${park}. Le parking est complet ou fermé après ${time}\u00a0: impossible de prolonger.`,
  }),
  passEnds: ({ park, plate, lastDay }) => ({
    title: 'Votre abonnement se termine bientôt',
    body: `${plate}, ${park}\u00a0: valable jusqu’au ${lastDay}. Achetez le suivant pour garder votre place.`,
  }),
  cancelled: ({ park, plate }) => ({
    title: 'Réservation annulée',
    body: `${plate}, ${park}. Il n’y a pas de remboursement.`,
  }),
  refunded: ({ park, plate, amount, company }) => ({
    title: `Réservation annulée\u00a0: ${amount} remboursés`,
    body: `${plate}, ${park}. L’argent est dans ${company === null ? 'votre portefeuille' : `le portefeuille de ${company}`}.`,
  }),
  full: ({ park, amount }) => ({
    title: `Plus de place\u00a0: ${park}`,
    body: `${amount} sont dans votre portefeuille. Votre paiement est arrivé trop tard et la place n’était plus libre.`,
  }),
  postponed: ({ event, plate, amount, chooseBy }) => ({
    title: `Reporté : ${event}`,
    body: `Votre stationnement pour ${plate} suit la nouvelle date. Gardez-le ou récupérez ${amount} : choisissez avant ${chooseBy}.`,
  }),
  closed: ({ park, plate, amount, reason, nearby }) => ({
    title: amount === '' ? 'Parking fermé\u00a0: réservation annulée' : `Parking fermé\u00a0: ${amount} remboursés`,
    body: `${plate}, ${park}. ${reason}${nearby === '' ? '' : ` Libre à proximité\u00a0: ${nearby}.`}`,
  }),
  closing: ({ park, plate, reason, from }) => ({
    title: from === '' ? `${park} est maintenant fermé` : `${park} ferme\u00a0: ${from}`,
    body: `${reason} Votre pass pour ${plate} reste valable et vous pouvez sortir à tout moment.`,
  }),
  autoTopUpOff: (currency) => ({
    title: `Recharge automatique (${currency}) désactivée`,
    body: 'Votre carte enregistrée a été refusée deux fois de suite. Rien n’a été débité. Rechargez vous-même ou enregistrez une autre carte.',
  }),
  extend: 'Prolonger',
  directions: 'Itinéraire',
}
