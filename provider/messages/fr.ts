import type { Messages } from './shapes.ts'

// U+00A0 before : and U+202F before ; ! ? as French typography asks; guillemets with U+00A0 inside.
export const fr: Messages = {
  problems: {
    validation_failed: {
      title: 'Vérifiez le formulaire',
      detail: 'Une partie des données envoyées manque ou n’est pas valable.',
    },
    not_found: { title: 'Introuvable', detail: 'Il n’y a rien à cette adresse.' },
    unauthorized: { title: 'Connexion nécessaire', detail: 'Aucun jeton d’authentification trouvé' },
    forbidden: { title: 'Non autorisé', detail: 'Ce compte n’a pas le droit de faire cela.' },
    rate_limited: { title: 'Trop de requêtes', detail: 'Trop de requêtes. Patientez un instant, puis réessayez.' },
    internal: {
      title: 'Une erreur est survenue',
      detail: 'Une erreur est survenue de notre côté. Rien n’a été débité ; veuillez réessayer.',
    },
    unavailable: {
      title: 'Indisponible pour l’instant',
      detail: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    },
    payload_too_large: { title: 'Envoi trop volumineux', detail: 'Les données envoyées sont trop volumineuses.' },
    unsupported_media_type: { title: 'Format incorrect', detail: 'Envoyez du JSON (Content-Type: application/json).' },
    idempotency_key_required: {
      title: 'En-tête Idempotency-Key manquant',
      detail: 'Cette requête exige un en-tête Idempotency-Key de 8 à 128 caractères.',
    },
    idempotency_in_progress: {
      title: 'Déjà en cours',
      detail: 'La même requête est en cours de traitement. Redemandez dans un instant.',
    },
    idempotency_key_reused: {
      title: 'Idempotency-Key déjà utilisée',
      detail: 'Cette clé Idempotency-Key a servi à une autre requête.',
    },
    request_withdrawn: { title: 'Demande retirée', detail: 'Cette demande a été retirée. Elle n’a eu aucun effet.' },
    invalid_credentials: {
      title: 'E-mail ou mot de passe incorrect',
      detail: 'L’adresse e-mail ou le mot de passe est incorrect.',
    },
    email_not_verified: {
      title: 'Vérifiez votre e-mail',
      detail: 'Saisissez d’abord le code envoyé à votre adresse e-mail.',
    },
    account_disabled: {
      title: 'Compte désactivé',
      detail: 'Ce compte a été désactivé. Veuillez contacter l’assistance.',
    },
    account_exists: {
      title: 'Compte existant',
      detail: 'Un compte existe déjà avec cet e-mail. Connectez-vous avec votre méthode d’origine.',
    },
    linking_required: {
      title: 'Association de comptes nécessaire',
      detail: 'Une association de comptes est nécessaire. Veuillez contacter l’assistance.',
    },
    social_account_not_found: {
      title: 'Aucun compte trouvé',
      detail: 'Aucun compte trouvé avec cet e-mail. Veuillez d’abord vous inscrire.',
    },
    social_token_invalid: {
      title: 'Connexion refusée',
      detail: 'La connexion par un autre service a échoué. Veuillez réessayer.',
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
        'Vous vous êtes inscrit sur un autre appareil. Entrez-y le code, ou connectez-vous ici avec votre mot de passe et entrez-le de nouveau.',
    },
    token_invalid: { title: 'Reconnectez-vous', detail: 'Votre session n’est pas valable. Veuillez vous reconnecter.' },
    token_expired: { title: 'Session expirée', detail: 'Votre session a expiré.' },
    device_unpaired: {
      title: 'Téléphone non associé',
      detail: 'Ce téléphone n’est pas associé, ou ne l’est plus. Demandez un nouveau code à l’exploitant.',
    },
    refresh_reused: {
      title: 'Reconnectez-vous',
      detail:
        'Cette session a été utilisée ailleurs ; elle a été fermée pour votre sécurité. Veuillez vous reconnecter.',
    },
    passkey_invalid: {
      title: 'Clé d’accès refusée',
      detail: 'Cette clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous avec votre mot de passe.',
    },
    password_wrong: { title: 'Mot de passe incorrect', detail: 'Ce mot de passe n’est pas le bon.' },
    password_missing: {
      title: 'Pas encore de mot de passe',
      detail:
        'Votre compte n’a pas encore de mot de passe. Choisissez-en un avec « Mot de passe oublié », puis réessayez.',
    },
    confirmation_required: {
      title: 'Confirmez que c’est bien vous',
      detail: 'Entrez votre mot de passe pour continuer, ou reconnectez-vous.',
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
      detail: 'Il reste de l’argent à vous dans votre portefeuille. Retirez-le d’abord.',
    },
    password_too_weak: {
      title: 'Mot de passe trop faible',
      detail: 'Choisissez un mot de passe plus long ou plus difficile à deviner.',
    },
    park_not_found: { title: 'Parking introuvable', detail: 'Ce parking n’existe pas, ou n’existe plus.' },
    too_many_holds: {
      title: 'Trop de places retenues',
      detail: 'Vous retenez déjà trois places sans les avoir payées. Payez-en une, ou libérez-en une.',
    },
    too_many_cancellations: {
      title: 'Trop d’annulations gratuites',
      detail:
        'Vous avez annulé cinq réservations en 24 heures et tout vous a été remboursé. Vous pourrez réserver plus tard.',
      detailWithFacts:
        'Vous avez annulé cinq réservations en 24 heures et tout vous a été remboursé. Vous pourrez réserver {day} à {time}.',
    },
    park_full: {
      title: 'Parking complet',
      detail: 'Aucune place n’est libre à ces horaires.',
      detailWithFacts: 'Aucune place n’est libre à ces horaires. {alternatives}',
    },
    park_closed: { title: 'Parking fermé', detail: 'Ce parking ne prend pas de réservation à ces horaires.' },
    times_invalid: {
      title: 'Vérifiez les horaires',
      detail: 'Commencez à une minute entière, pour une durée multiple de 5 minutes, un an à l’avance au plus.',
    },
    start_in_past: { title: 'Début déjà passé', detail: 'Choisissez un début à venir.' },
    end_not_after_start: { title: 'Fin avant le début', detail: 'La fin doit être après le début.' },
    stay_too_short: { title: 'Durée trop courte', detail: 'Ce parking impose une durée minimale plus longue.' },
    stay_too_long: { title: 'Durée trop longue', detail: 'Ce parking limite la durée de stationnement.' },
    price_changed: {
      title: 'Le prix a changé',
      detail: 'Le prix a changé. Vérifiez-le, puis confirmez de nouveau.',
      detailWithFacts: 'Le prix est maintenant de {total}. Vérifiez-le, puis confirmez de nouveau.',
    },
    wallet_too_low: {
      title: 'Solde insuffisant',
      detail: 'Votre portefeuille ne contient pas assez pour cette opération.',
      detailWithFacts: 'Il manque {missing} dans votre portefeuille, dont le solde est de {balance}.',
    },
    wallet_below_zero: {
      title: 'Solde négatif',
      detail:
        'Un paiement vers votre portefeuille a été repris : votre solde est négatif. Rechargez-le avant de continuer.',
      detailWithFacts:
        'Un paiement vers votre portefeuille a été repris : votre solde est de {balance}. Rechargez-le avant de réserver ou de prolonger.',
    },
    currency_mismatch: { title: 'Devise différente', detail: 'Ce portefeuille n’est pas dans la devise du parking.' },
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
      detail: 'Les données envoyées ne correspondent pas à ce paiement. Aucun argent n’a été déplacé.',
    },
    amount_out_of_range: {
      title: 'Vérifiez le montant',
      detail: 'Ce montant ne peut pas être payé en une seule fois.',
      detailWithFacts: 'Choisissez un montant de {minimum} à {maximum}.',
    },
    withdrawal_in_whole: {
      title: 'Vérifiez le montant',
      detail: 'L’argent mobile est remboursé paiement par paiement : tous les montants ne peuvent pas être retirés.',
      detailWithFacts:
        'L’argent mobile est remboursé paiement par paiement : tous les montants ne peuvent pas être retirés. Possible : {nearest}.',
    },
    promo_invalid: { title: 'Code non valable', detail: 'Ce code promotionnel n’est pas valable ici.' },
    booking_not_found: {
      title: 'Réservation introuvable',
      detail: 'Vous n’avez aucune réservation portant ce numéro.',
    },
    booking_not_active: { title: 'Réservation inactive', detail: 'Cette réservation a été annulée.' },
    booking_not_cancelled: {
      title: 'Réservation non annulée',
      detail: 'Seule une réservation annulée peut être renouvelée.',
    },
    booking_ended: { title: 'Réservation terminée', detail: 'Cette réservation est terminée.' },
    stale_base: {
      title: 'Réservation modifiée entre-temps',
      detail: 'La fin de cette réservation a changé depuis. Vérifiez-la de nouveau.',
    },
    grace_over: {
      title: 'Trop tard pour prolonger',
      detail: 'Il est trop tard pour prolonger cette réservation. Faites-en une nouvelle.',
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
        'Cette plaque a déjà utilisé ses minutes gratuites ici. Rien n’a été modifié : réservez à nouveau avec cette plaque.',
    },
    plate_locked: {
      title: 'Plaque non modifiable',
      detail: 'La plaque peut être changée jusqu’à 10 minutes après l’entrée.',
    },
    sequence_exhausted: {
      title: 'Trop de modifications',
      detail: 'Cette réservation a été modifiée trop souvent. Annulez-la et réservez de nouveau.',
    },
    vehicle_not_found: { title: 'Véhicule introuvable', detail: 'Vous n’avez pas ce véhicule.' },
    plate_invalid: { title: 'Vérifiez la plaque', detail: 'Une plaque comporte de 1 à 12 lettres et chiffres.' },
    plate_taken: { title: 'Plaque déjà enregistrée', detail: 'Vous avez déjà un véhicule avec cette plaque.' },
    version_conflict: {
      title: 'Modifié ailleurs',
      detail: 'Un autre appareil a modifié cet élément. Comparez les deux versions, puis choisissez.',
    },
  },
  fields: {
    required: 'Ce champ est obligatoire.',
    invalid: 'Cette valeur n’est pas valable.',
    too_short: 'C’est trop court.',
    too_long: 'C’est trop long.',
    out_of_range: 'Cette valeur est hors limites.',
    unknown_field: 'Ce champ est inconnu.',
    phone: 'Veuillez saisir un numéro de téléphone valide, de l’étranger avec + et l’indicatif du pays.',
    park_id_required: 'L’identifiant du parking est obligatoire',
  },
  documentation: {
    title: 'API du fournisseur Baywise',
    intro: 'Établie à partir des schémas qui vérifient chaque requête.',
  },
}
