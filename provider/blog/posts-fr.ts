import type { PostId, PostText } from './published.ts'

export const POSTS_FR: Readonly<Record<PostId, PostText>> = {
  1: {
    title: 'Ce que dit le pass de votre téléphone',
    summary: 'Un code qu’un agent peut vérifier alors que personne n’a de réseau.',
    paragraphs: [
      'Une réservation vous donne un pass : un code carré avec votre plaque, le parking et les heures de votre stationnement. Baywise le signe et votre téléphone le garde dès que la réservation est confirmée.',
      'Le téléphone de l’agent détient la moitié publique de la clé. Le code seul lui montre que le pass est authentique, qu’il vaut pour ce parking et qu’il n’est pas terminé. Aucune connexion n’est nécessaire : cela marche aussi bien en sous-sol.',
      'Une seule lettre modifiée brise la signature. Le code d’une réservation annulée reste lisible : c’est pourquoi les agents ont aussi la liste du jour, et pourquoi l’écran leur dit de quand elle date.',
      'Si le pass ne se lit pas, augmentez la luminosité et touchez « Illisible ? ». Sous le motif figure un court code de réservation à lire à voix haute.',
    ],
  },
  2: {
    title: 'Sans réseau ne veut pas dire non',
    summary: 'Ce que vous pouvez faire en sous-sol, et à partir de quand cela compte.',
    paragraphs: [
      'Sans réseau, vous pouvez prolonger ou annuler une réservation et modifier vos véhicules. Votre téléphone note votre demande et l’envoie de lui-même dès que la connexion revient, même si l’application est fermée, quand le navigateur le permet.',
      'Tant que Baywise n’a pas répondu, l’application dit « En attente du réseau », jamais « Enregistré ». Chaque demande porte sa propre clé : si la réponse n’arrive pas et que la demande repart, Baywise la reconnaît et l’exécute une seule fois.',
      'Une prolongation indique le montant maximal que vous avez accepté. Si le prix l’a dépassé entre-temps, elle est refusée et nous vous posons à nouveau la question. Si le réseau revient après la fin de votre stationnement et du délai de grâce, la prolongation n’est pas envoyée.',
      'Une nouvelle réservation demande une connexion, car seul Baywise sait si la place est encore libre. Chaque demande en attente figure sous Activité, où vous pouvez la supprimer.',
    ],
  },
  3: {
    title: 'Le total d’abord, ligne par ligne',
    summary: 'Pourquoi le prix sur votre téléphone est celui de la barrière.',
    paragraphs: [
      'Chaque prix affiché est le prix complet : le stationnement et ses taxes, chacun sur sa ligne, additionnés avant que vous confirmiez. Aucune ligne n’apparaît après coup.',
      'Votre téléphone et Baywise calculent les prix selon les mêmes règles, à partir du même tarif publié. Quand vous réservez, l’application envoie le total que vous avez vu ; si le tarif a changé entre-temps, la réservation est refusée et vous voyez le nouveau total ; rien n’est débité.',
      'Quand le prix d’un parking porte la mention « Prix démo », aucune source publique ne donne ses prix. C’est un exemple, pas une offre.',
      'Quand vous annulez, le remboursement suit les lignes que vous avez payées. L’application affiche le montant avant votre accord, et une annulation dont le remboursement a baissé n’est pas exécutée.',
    ],
  },
}
