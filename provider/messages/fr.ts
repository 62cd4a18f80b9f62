import { documentsFr } from './documents-fr.ts'
import { FIELD_TEXTS } from './field-texts.ts'
import { giftsFr } from './gifts-fr.ts'
import { marketplaceFr } from './marketplace-fr.ts'
import type { Messages } from './shapes.ts'

// French typography: U+00A0 before a colon, U+202F before ; ! ? and U+00A0 inside guillemets.
export const fr: Messages = {
  problems: {
    validation_failed: {
      title: 'Vérifiez le formulaire',
      detail: 'Une partie des données envoyées manque ou n’est pas valable.',
    },
    not_found: { title: 'Introuvable', detail: 'Il n’y a rien à cette adresse.' },
    unauthorized: { title: 'Connexion nécessaire', detail: 'Aucun jeton d’authentification trouvé' },
    forbidden: { title: 'Non autorisé', detail: 'Votre compte n’a pas ce droit.' },
    rate_limited: { title: 'Trop de requêtes', detail: 'Trop de requêtes. Patientez un instant, puis réessayez.' },
    internal: {
      title: 'Un problème est survenu',
      detail: 'Un problème est survenu de notre côté. Rien n’a été débité. Réessayez.',
    },
    unavailable: {
      title: 'Indisponible pour l’instant',
      detail: 'Baywise ne répond pas pour l’instant. Réessayez dans un instant.',
    },
    payload_too_large: { title: 'Envoi trop volumineux', detail: 'Les données envoyées sont trop volumineuses.' },
    unsupported_media_type: { title: 'Format incorrect', detail: 'Envoyez du JSON (Content-Type: application/json).' },
    idempotency_key_required: {
      title: 'En-tête Idempotency-Key manquant',
      detail: 'Cette requête exige un en-tête Idempotency-Key de 8 à 128 caractères.',
    },
    idempotency_in_progress: {
      title: 'Déjà en cours',
      detail: 'Cette demande est encore en cours. Réessayez dans un instant.',
    },
    idempotency_key_reused: {
      title: 'Idempotency-Key déjà utilisée',
      detail: 'Cette clé Idempotency-Key a servi à une autre requête.',
    },
    request_withdrawn: {
      title: 'Demande supprimée',
      detail: 'Cette demande a été supprimée. Elle n’a eu aucun effet.',
    },
    invalid_credentials: {
      title: 'E-mail ou mot de passe incorrect',
      detail: 'Adresse e-mail ou mot de passe incorrect.',
    },
    email_not_verified: {
      title: 'Vérifiez votre e-mail',
      detail: 'Saisissez d’abord le code envoyé à votre adresse e-mail.',
    },
    account_disabled: {
      title: 'Compte désactivé',
      detail: 'Ce compte a été désactivé. Contactez l’assistance.',
    },
    guest_not_allowed: {
      title: 'Compte nécessaire',
      detail:
        'Vous avez réservé sans compte. Gardez d’abord vos réservations dans un compte : il suffit d’un e-mail et d’un code.',
    },
    account_exists: {
      title: 'Compte existant',
      detail: 'Un compte existe déjà avec cet e-mail. Connectez-vous avec votre méthode d’origine.',
    },
    linking_required: {
      title: 'Association de comptes nécessaire',
      detail: 'Une association de comptes est nécessaire. Contactez l’assistance.',
    },
    social_account_not_found: {
      title: 'Aucun compte trouvé',
      detail: 'Aucun compte trouvé avec cet e-mail. Inscrivez-vous d’abord.',
    },
    social_token_invalid: {
      title: 'Connexion refusée',
      detail: 'La connexion par un autre service a échoué. Réessayez.',
    },
    social_unavailable: {
      title: 'Connexion par un autre service indisponible',
      detail:
        'La connexion par un autre service est indisponible pour l’instant. Connectez-vous avec votre e-mail et votre mot de passe.',
    },
    code_invalid: {
      title: 'Code incorrect',
      detail: 'Le code est incorrect ou n’est plus valable. Vérifiez-le ou demandez-en un nouveau.',
    },
    code_expired: { title: 'Code expiré', detail: 'Le code a expiré. Demandez-en un nouveau.' },
    registration_elsewhere: {
      title: 'Inscription sur un autre appareil',
      detail:
        'Vous avez créé votre compte sur un autre appareil. Saisissez-y le code, ou connectez-vous ici avec votre mot de passe et saisissez-le à nouveau.',
    },
    token_invalid: { title: 'Reconnectez-vous', detail: 'Votre session est terminée. Reconnectez-vous.' },
    token_expired: { title: 'Reconnectez-vous', detail: 'Votre session est terminée. Reconnectez-vous.' },
    device_unpaired: {
      title: 'Téléphone non associé',
      detail: 'Ce téléphone n’est plus associé. Demandez un nouveau code d’association à l’exploitant du parking.',
    },
    refresh_reused: {
      title: 'Reconnectez-vous',
      detail: 'Par sécurité, votre session a été fermée. Reconnectez-vous.',
    },
    passkey_invalid: {
      title: 'Clé d’accès refusée',
      detail: 'Cette clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous avec votre mot de passe.',
    },
    password_wrong: { title: 'Mot de passe incorrect', detail: 'Mot de passe incorrect.' },
    password_missing: {
      title: 'Pas encore de mot de passe',
      detail:
        'Votre compte n’a pas encore de mot de passe. Choisissez-en un avec « Mot de passe oublié », puis réessayez.',
    },
    confirmation_required: {
      title: 'Confirmez que c’est bien vous',
      detail: 'Saisissez votre mot de passe pour continuer, ou reconnectez-vous.',
    },
    bookings_running: {
      title: 'Réservations en cours',
      detail: 'Vous avez encore des réservations en cours ou à venir. Annulez-les ou attendez qu’elles se terminent.',
    },
    money_moving: {
      title: 'Argent en chemin',
      detail: 'De l’argent est en chemin vers votre portefeuille ou depuis celui-ci. Réessayez quand il sera arrivé.',
    },
    wallet_not_empty: {
      title: 'Il reste de l’argent',
      detail: 'Il vous reste de l’argent dans votre portefeuille. Retirez-le d’abord.',
    },
    password_too_weak: {
      title: 'Mot de passe trop faible',
      detail: 'Choisissez un mot de passe plus long ou plus difficile à deviner.',
    },
    park_not_found: { title: 'Parking introuvable', detail: 'Ce parking n’existe pas, ou n’existe plus.' },
    too_many_holds: {
      title: 'Trop de paiements non terminés',
      detail: 'Vous avez déjà trois paiements non terminés. Terminez-en un, ou laissez-en un expirer.',
    },
    too_many_cancellations: {
      title: 'Trop d’annulations gratuites',
      detail:
        'Vous avez changé d’avis cinq fois en 24 heures et tout vous a été remboursé. Vous pourrez réserver plus tard.',
      detailWithFacts:
        'Vous avez changé d’avis cinq fois en 24 heures et tout vous a été remboursé. Vous pourrez réserver {day} à {time}.',
    },
    park_full: {
      title: 'Parking complet',
      detail: 'Aucune place n’est libre à ces horaires.',
      detailWithFacts: 'Aucune place n’est libre à ces horaires. {alternatives}',
    },
    park_closed: { title: 'Parking fermé', detail: 'Ce parking ne prend pas de réservation à ces horaires.' },
    times_invalid: {
      title: 'Vérifiez les horaires',
      detail: 'Choisissez une durée par pas de 5 minutes, un an à l’avance au plus.',
    },
    start_in_past: { title: 'Début déjà passé', detail: 'Choisissez un début à venir.' },
    end_not_after_start: { title: 'Fin avant le début', detail: 'La fin doit être après le début.' },
    stay_too_short: { title: 'Durée trop courte', detail: 'Ce parking impose une durée minimale plus longue.' },
    stay_too_long: { title: 'Durée trop longue', detail: 'Ce parking limite la durée de stationnement.' },
    price_changed: {
      title: 'Le prix a changé',
      detail: 'Le prix a changé. Vérifiez-le, puis confirmez à nouveau.',
      detailWithFacts: 'Le prix est maintenant de {total}. Vérifiez-le, puis confirmez à nouveau.',
    },
    wallet_too_low: {
      title: 'Solde insuffisant',
      detail: 'Le solde de votre portefeuille est insuffisant.',
      detailWithFacts: 'Il vous manque {missing} dans votre portefeuille. Votre solde est de {balance}.',
    },
    wallet_below_zero: {
      title: 'Solde négatif',
      detail:
        'Un paiement vers votre portefeuille a été repris : votre solde est négatif. Rechargez-le avant de continuer.',
      detailWithFacts:
        'Un paiement vers votre portefeuille a été repris : votre solde est de {balance}. Rechargez-le avant de réserver ou de prolonger.',
    },
    currency_mismatch: {
      title: 'Devises différentes',
      detail: 'Votre portefeuille et ce parking n’utilisent pas la même devise.',
    },
    payment_unavailable: {
      title: 'Paiement indisponible',
      detail: 'Le paiement n’est pas disponible ici pour l’instant. Rien n’a été débité.',
    },
    payment_not_found: {
      title: 'Paiement introuvable',
      detail: 'Vous n’avez aucun paiement portant cette référence.',
    },
    payment_mismatch: {
      title: 'Paiement non concordant',
      detail: 'Ce paiement ne correspond pas à votre demande. Aucune somme n’a été déplacée.',
    },
    amount_out_of_range: {
      title: 'Vérifiez le montant',
      detail: 'Ce montant ne peut pas être payé en une seule fois.',
      detailWithFacts: 'Choisissez un montant de {minimum} à {maximum}.',
    },
    second_factor_required: {
      title: 'Confirmez que c’est vous',
      detail: 'Confirmez-le avec votre clé d’accès, ou avec le code que nous vous envoyons par e-mail.',
    },
    second_factor_paused: {
      title: 'Réessayez dans 24 heures',
      detail:
        'Votre adresse e-mail a été modifiée ou une clé d’accès a été supprimée au cours des dernières 24 heures. Pour votre sécurité, les codes par e-mail ne confirment rien pendant ce délai. Rien n’a été débité.',
    },
    money_case_over: {
      title: 'N’est plus ouvert',
      detail:
        'Ce n’est plus ouvert, ou ne l’a jamais été. Consultez à nouveau la liste. Aucun montant n’a été déplacé.',
    },
    withdrawal_in_whole: {
      title: 'Vérifiez le montant',
      detail: 'Le mobile money est remboursé paiement par paiement : tous les montants ne peuvent pas être retirés.',
      detailWithFacts:
        'Le mobile money est remboursé paiement par paiement : tous les montants ne peuvent pas être retirés. Possible : {nearest}.',
    },
    booking_not_found: {
      title: 'Réservation introuvable',
      detail: 'Vous n’avez aucune réservation portant ce numéro.',
    },
    booking_not_active: { title: 'Réservation inactive', detail: 'Cette réservation a été annulée.' },
    booking_not_cancelled: {
      title: 'Réservation non annulée',
      detail: 'Seule une réservation annulée peut être réservée à nouveau.',
    },
    booking_ended: { title: 'Réservation terminée', detail: 'Cette réservation est terminée.' },
    stale_base: {
      title: 'Réservation modifiée entre-temps',
      detail: 'La fin de cette réservation a changé. Vérifiez-la et réessayez.',
    },
    car_left: {
      title: 'Véhicule déjà sorti',
      detail: 'Le véhicule est sorti. Le dépassement a été réglé à la sortie.',
    },
    stay_begun: {
      title: 'Stationnement commencé',
      detail: 'Ce stationnement a commencé. Vous pouvez le prolonger, le raccourcir ou partir plus tôt.',
    },
    monthly_pass_fixed: {
      title: 'Abonnement mensuel',
      detail: 'Un abonnement mensuel ne peut pas être modifié. Vous pouvez l’annuler jusqu’à son premier jour.',
    },
    grace_over: {
      title: 'Trop tard pour prolonger',
      detail: 'Il est trop tard pour prolonger : le délai de grâce est passé. Faites une nouvelle réservation.',
    },
    max_price_exceeded: {
      title: 'Prix au-dessus de votre limite',
      detail: 'Le prix dépasse celui que vous aviez accepté.',
      detailWithFacts: 'Le prix est maintenant de {total} : il dépasse celui que vous aviez accepté.',
    },
    refund_below_minimum: {
      title: 'Le remboursement a changé',
      detail: 'Le remboursement est inférieur à celui que vous aviez accepté.',
      detailWithFacts: 'Le remboursement est maintenant de {refund} : il est inférieur à celui que vous aviez accepté.',
    },
    plate_continues: {
      title: 'Plaque déjà stationnée ici',
      detail:
        'Cette plaque a déjà utilisé ses minutes gratuites ici. Rien n’a été modifié : réservez à nouveau avec cette plaque.',
    },
    plate_locked: {
      title: 'Plaque non modifiable',
      detail: 'La plaque peut être changée jusqu’à 10 minutes après l’entrée.',
    },
    sequence_exhausted: {
      title: 'Trop de modifications',
      detail: 'Cette réservation a été modifiée trop souvent. Annulez-la et réservez à nouveau.',
    },
    vehicle_not_found: { title: 'Véhicule introuvable', detail: 'Vous n’avez pas ce véhicule.' },
    plate_invalid: { title: 'Vérifiez la plaque', detail: 'Une plaque comporte de 1 à 12 lettres et chiffres.' },
    too_many_favourites: {
      title: 'Trop de favoris',
      detail: 'Vous avez 200 favoris. Supprimez-en un, puis ajoutez ce parking.',
    },
    event_not_found: { title: 'Événement introuvable', detail: 'Cet événement n’existe pas ou est terminé.' },
    event_sold_out: {
      title: 'Plus de place pour l’événement',
      detail: 'Il ne reste plus de place pour cet événement dans ce parking.',
    },
    event_cancelled: {
      title: 'Événement annulé',
      detail: 'Cet événement a été annulé : son stationnement ne peut plus être réservé.',
    },
    access_code_wrong: { title: 'Code d’accès inconnu', detail: 'Ce code d’accès n’ouvre aucun événement.' },
    ...marketplaceFr,
    ...giftsFr,
    ...documentsFr,
    plate_taken: { title: 'Plaque déjà enregistrée', detail: 'Vous avez déjà un véhicule avec cette plaque.' },
    version_conflict: {
      title: 'Modifié ailleurs',
      detail: 'Un autre appareil a modifié cet élément. Comparez les deux versions, puis choisissez.',
    },
  },
  fields: FIELD_TEXTS.fr,
  documentation: {
    title: 'API de Baywise',
    intro: 'Établie à partir des schémas qui vérifient chaque requête.',
  },
}
