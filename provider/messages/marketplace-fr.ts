import type { Messages } from './shapes.ts'

/** Refusals of the marketplace. */
export const marketplaceFr = {
  product_not_found: { title: 'Plus en vente', detail: 'Cet article n’est plus en vente.' },
  product_sold_out: { title: 'Épuisé', detail: 'Il n’en reste pas assez. Rien n’a été débité.' },
  order_limit: {
    title: 'Trop dans une commande',
    detail: 'Vous ne pouvez pas en commander autant à la fois.',
    detailWithFacts: '{limit} au plus par commande.',
  },
  cart_other_country: {
    title: 'Autre pays',
    detail: 'Un article de ce panier est vendu dans un autre pays. Rien n’a été débité.',
  },
  cart_changed: {
    title: 'Prix modifiés',
    detail: 'Des prix de votre panier ont changé. Rien n’a été débité.',
    detailWithFacts: 'Des prix de votre panier ont changé : le total est maintenant de {total}. Rien n’a été débité.',
  },
  cart_ordered: { title: 'Déjà commandé', detail: 'Ce panier a déjà été commandé. Rien de plus n’a été débité.' },
  order_not_found: { title: 'Commande introuvable', detail: 'Cette commande est introuvable.' },
  order_stage: { title: 'Plus possible', detail: 'Cette commande ne peut plus être modifiée ainsi.' },
  coupon_not_found: { title: 'Coupon introuvable', detail: 'Ce coupon n’existe pas ici.' },
  coupon_stacked: { title: 'Un seul coupon', detail: 'Vous ne pouvez utiliser qu’un coupon à la fois.' },
  coupon_expired: { title: 'Coupon non valable', detail: 'Ce coupon n’est pas valable aujourd’hui.' },
  coupon_used_up: { title: 'Coupon épuisé', detail: 'Ce coupon est épuisé.' },
  coupon_used: { title: 'Coupon déjà utilisé', detail: 'Vous avez déjà utilisé ce coupon.' },
  coupon_wallet_only: {
    title: 'Portefeuille uniquement',
    detail: 'Un coupon ne s’utilise qu’en payant avec votre portefeuille.',
  },
  coupon_account_only: { title: 'Compte nécessaire', detail: 'Il faut un compte pour utiliser un coupon.' },
  coupon_not_applicable: {
    title: 'Coupon sans effet',
    detail: 'Ce coupon ne peut pas être utilisé ici.',
  },
  coupon_minimum: {
    title: 'Minimum non atteint',
    detail: 'Le prix n’atteint pas le minimum de ce coupon.',
    detailWithFacts: 'Ce coupon demande un prix d’au moins {minimum}.',
  },
  coupon_over_subtotal: { title: 'Remise trop élevée', detail: 'La remise ne peut pas dépasser le sous-total.' },
  coupon_over_hundred: { title: 'Remise trop élevée', detail: 'La remise est de 100 % au plus.' },
  orders_open: {
    title: 'Commandes en cours',
    detail: 'Vous avez encore des commandes en cours. Annulez-les ou attendez qu’elles soient terminées.',
  },
} satisfies Partial<Messages['problems']>
