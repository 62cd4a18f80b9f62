import type { Language } from '../../src/lib/language.ts'

/** Words of the glossary's "Never" column, with their replacements. A trailing `*` matches any ending. */
export interface NeverRule {
  readonly never: readonly string[]
  readonly say: string
  /** Whole phrases in which such a word is right; they are removed before the search. */
  readonly unless?: readonly string[]
}

/**
 * The "Never" column of the glossary, as far as it can be judged word by word. Words that are right for one concept and
 * wrong for another (place, account, credit, device, here, done, order, available, scan) cannot be checked
 * automatically and are left out.
 */
export const NEVER: Readonly<Record<Language, readonly NeverRule[]>> = {
  en: [
    {
      never: ['park', 'parks', 'lot', 'facility', 'facilities'],
      say: 'car park',
      unless: ['car park', 'car parks', 'you park', 'park here again'],
    },
    { never: ['spot', 'spots', 'bay', 'bays', 'free places', 'free place', 'parking place'], say: 'space' },
    { never: ['session', 'sessions'], say: 'stay; of a sign-in: sign-in' },
    {
      never: ['reservation*', 'reserve', 'reserved', 'renew', 'renews', 'renewed', 'renewing'],
      say: 'book, book again, update',
      unless: [
        'documents can’t be renewed',
        'renew documents',
        'renewing documents',
        'documents are renewed',
        'renew one',
        'renew two',
        'renew three',
        'renew #',
      ],
    },
    {
      never: ['permit', 'permits', 'ticket', 'tickets'],
      say: 'pass; receipt; report a problem',
      unless: ['hackney permit'],
    },
    { never: ['number plate', 'licence plate', 'license plate', 'matricule'], say: 'plate' },
    { never: ['purse', 'funds', 'holdings', 'add funds'], say: 'wallet, balance, top up' },
    {
      never: ['paid back', 'pay back', 'take back', 'take it back', 'taking back', 'taking it back', 'cash out'],
      say: 'paid out, withdraw, refund, remove request',
    },
    { never: ['amount is held', 'money is held', 'more is held'], say: 'on hold' },
    { never: ['commission', 'commissions', 'tariff', 'tariffs'], say: 'service fee; price, price list' },
    { never: ['sandbox', 'stand-in', 'test payment'], say: 'demo' },
    { never: ['asked for', 'wish', 'wishes', 'command', 'commands'], say: 'request' },
    { never: ['pending', 'queued', 'in flight'], say: 'waiting for signal, sending, unfinished payment' },
    { never: ['rejected', 'denied', 'failed'], say: 'refused; of a card: declined' },
    { never: ['unknown', 'unanswered', 'answer was lost', 'became of', 'outcome'], say: 'not confirmed' },
    { never: ['ask again', 'asking again'], say: 'try again, check again' },
    { never: ['with no signal', 'no signal too', 'needs no network'], say: 'works offline' },
    { never: ['locally', 'on this computer', 'kept here', 'saved here', 'stored here'], say: 'on this phone' },
    { never: ['stale', 'cached', 'fresh'], say: 'up to date, saved 14:05' },
    { never: ['staff', 'officer', 'officers'], say: 'attendant' },
    { never: ['entrance', 'entrances', 'check-in', 'check in', 'check-out'], say: 'gate; entry, exit' },
    {
      never: ['grace', 'leeway', 'tolerance', 'overstay', 'overstayed', 'over its time'],
      say: 'grace period; over time',
      unless: ['grace period'],
    },
    {
      never: ['provider', 'office', 'server', 'operator'],
      say: 'Baywise, we; car park operator',
      unless: ['car park operator', 'car park operators', 'licensing office'],
    },
    { never: ['gateway', 'payment company'], say: 'payment service' },
    {
      never: [
        'log in',
        'log out',
        'logging in',
        'logging out',
        'logged in',
        'logged out',
        'login',
        'logout',
        'user',
        'users',
      ],
      say: 'sign in, sign out; account',
    },
    {
      never: ['e-mail', 'e-mails', 'mail', 'mails', 'otp', 'good for', 'good until', 'good from'],
      say: 'email; code, valid',
    },
    { never: ['preferences', 'theme', 'dark mode', 'light mode'], say: 'settings, appearance' },
    {
      never: ['country of operation', 'area', 'locale', 'locales'],
      say: 'country; state, province or region; language',
    },
    { never: ['autocar', 'lorry', 'lorries', 'vehicle class'], say: 'truck or bus; vehicle type' },
    { never: ['invoice', 'invoices', 'movement', 'movements', 'history'], say: 'receipt, transactions, statement' },
    { never: ['push', 'alert', 'alerts', 'alarm', 'alarms'], say: 'notification, reminder' },
    { never: ['release', 'upgrade', 'refresh', 'sync'], say: 'update, reload' },
    { never: ['look up', 'looked up', 'nearby parking', 'bookmark*'], say: 'search, near me, favourites' },
    { never: ['occupancy', 'availability'], say: 'free, full' },
    { never: ['basket', 'voucher', 'vouchers', 'promo', 'promo code', 'promotion code'], say: 'cart, coupon' },
    { never: ['subscription', 'subscriptions', 'corporate', 'b2b'], say: 'plan, monthly pass, business account' },
    {
      never: ['papers', 'docs', 'plug', 'plugs', 'ev point', 'ev points'],
      say: 'vehicle documents, charger, connector',
    },
    { never: ['rating', 'ratings', 'comment', 'comments', 'complaint', 'complaints'], say: 'review, report a problem' },
    { never: ['please'], say: 'the verb alone' },
  ],
  fr: [
    { never: ['lot', 'lots', 'spot', 'spots'], say: 'parking, place' },
    { never: ['séjour', 'séjours'], say: 'stationnement' },
    { never: ['passe', 'passes'], say: 'pass', unless: ['mot de passe', 'mots de passe'] },
    { never: ['ticket', 'tickets', 'matricule', 'matricules'], say: 'pass, reçu, plaque' },
    { never: ['rechargement', 'rechargements', 'ajouter des fonds'], say: 'recharge' },
    {
      never: ['reversé', 'reversés', 'reversée', 'commission', 'commissions'],
      say: 'versé, remboursé, frais de service',
    },
    {
      never: ['sandbox', 'bac à sable', 'paiement de test', 'essai', 'fictif', 'fictive', 'fictifs', 'factice'],
      say: 'démo',
    },
    { never: ['redemander', 'redemandez', 'sort de votre', 'son sort'], say: 'réessayer, vérifier à nouveau' },
    { never: ['écarter', 'retirer la demande', 'demande retirée'], say: 'ignorer, supprimer la demande' },
    { never: ['hors réseau', 'sans signal'], say: 'pas de connexion, sans réseau' },
    { never: ['en cache', 'périmé*'], say: 'enregistré à 14 h 05' },
    { never: ['tolérance', 'battement', 'dépassement de temps'], say: 'délai de grâce, dépassement' },
    { never: ['grâce'], say: 'délai de grâce', unless: ['délai de grâce'] },
    {
      never: ['fournisseur', 'fournisseurs', 'prestataire', 'prestataires', 'serveur', 'serveurs'],
      say: 'Baywise, nous',
    },
    {
      never: ['exploitant'],
      say: 'exploitant du parking, Baywise',
      unless: ['exploitant du parking', 'de l’exploitant', 'exploitants de parkings'],
    },
    { never: ['passerelle', 'société de paiement', 'argent mobile'], say: 'service de paiement, mobile money' },
    { never: ['utilisateur', 'utilisateurs', 'utilisatrice'], say: 'compte' },
    {
      never: ['courriel', 'courriels', 'mail', 'mails', 'email', 'emails', 'mél'],
      say: 'e-mail',
      unless: ['e-mail', 'e-mails'],
    },
    { never: ['réglages', 'réglage', 'préférences', 'thème'], say: 'paramètres, apparence' },
    { never: ['autocar', 'autocars', 'poids lourd'], say: 'camion ou bus' },
    { never: ['facture', 'factures', 'historique', 'mouvement', 'mouvements'], say: 'reçu, relevé, opérations' },
    { never: ['push', 'alerte', 'alertes', 'alarme', 'alarmes'], say: 'notification, rappel' },
    { never: ['synchroniser', 'synchronisation', 'rafraîchir', 'rafraîchissez'], say: 'actualiser' },
    { never: ['recharger la page', 'rechargez la page', 'recharger cette page'], say: 'actualiser la page' },
    { never: ['signet', 'signets', 'marque-page'], say: 'favoris' },
    { never: ['bon de réduction', 'code promo', 'code promotionnel'], say: 'coupon' },
    { never: ['papiers', 'prise de recharge', 'prises de recharge'], say: 'documents du véhicule, borne' },
    { never: ['réclamation', 'réclamations', 'commentaire', 'commentaires'], say: 'signaler un problème, avis' },
    { never: ['veuillez', 's’il vous plaît'], say: 'le verbe seul' },
  ],
}
