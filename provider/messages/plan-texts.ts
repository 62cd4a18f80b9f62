import { greet } from './greeting.ts'
import type { Language } from './language.ts'
import type { MailText, PushText } from './shapes.ts'

/** Formatted for the reader. `day` is when the next period is charged, or when the plan ends. */
export interface PlanFacts {
  readonly plan: string
  readonly price: string
  /** The previous price; null when the price has not changed. */
  readonly former: string | null
  readonly day: string
  /** True when the plan ends because it is withdrawn from sale, false when a payment is missing. */
  readonly isWithdrawn: boolean
}

type Kind = 'plan_notice' | 'plan_grace' | 'plan_ended'
type MailFacts = PlanFacts & { readonly firstName: string; readonly link: string }

interface PlanTexts {
  readonly push: Readonly<Record<Kind, (facts: PlanFacts) => PushText>>
  readonly mail: Readonly<Record<Kind, (facts: MailFacts) => MailText>>
}

const en: PlanTexts['push'] = {
  plan_notice: ({ plan, price, former, day }) => ({
    title: `${price} on ${day}: ${plan}`,
    body:
      former === null
        ? 'Your plan renews from your wallet. You can stop it until then.'
        : `The price changes from ${former} to ${price} a month. You can stop the plan until then.`,
  }),
  plan_grace: ({ plan, price, day }) => ({
    title: `${price} is due: ${plan}`,
    body: `Your wallet couldn’t pay for the next month. Top up by ${day}, or the plan ends. Until then your discount goes on.`,
  }),
  plan_ended: ({ plan, day, isWithdrawn }) => ({
    title: `${plan} ends`,
    body: isWithdrawn
      ? `This plan is no longer sold. It ends on ${day}, and nothing more is charged.`
      : 'The next month wasn’t paid, so your plan has ended. Nothing was charged.',
  }),
}

const fr: PlanTexts['push'] = {
  plan_notice: ({ plan, price, former, day }) => ({
    title: `${price} le ${day}\u00a0: ${plan}`,
    body:
      former === null
        ? 'Votre forfait est renouvelé depuis votre portefeuille. Vous pouvez l’arrêter d’ici là.'
        : `Le prix passe de ${former} à ${price} par mois. Vous pouvez arrêter le forfait d’ici là.`,
  }),
  plan_grace: ({ plan, price, day }) => ({
    title: `${price} à payer\u00a0: ${plan}`,
    body: `Votre portefeuille n’a pas pu payer le mois suivant. Rechargez-le avant le ${day}, sinon le forfait prend fin. Votre remise continue d’ici là.`,
  }),
  plan_ended: ({ plan, day, isWithdrawn }) => ({
    title: `Fin du forfait\u00a0: ${plan}`,
    body: isWithdrawn
      ? `Ce forfait n’est plus vendu. Il prend fin le ${day}, et rien d’autre ne sera débité.`
      : 'Le mois suivant n’a pas été payé\u00a0: votre forfait a pris fin. Rien n’a été débité.',
  }),
}

/** The notification's text, plus a link to the plan's settings. */
const mailOf = (
  texts: PlanTexts['push'],
  words: { readonly hello: 'Hello' | 'Bonjour'; readonly see: string },
): PlanTexts['mail'] => {
  const write =
    (kind: Kind) =>
    ({ firstName, link, ...facts }: MailFacts): MailText => {
      const { title, body } = texts[kind](facts)
      return { subject: title, text: `${greet(words.hello, firstName)}\n\n${body}\n\n${words.see}\n${link}\n\nBaywise` }
    }
  return { plan_notice: write('plan_notice'), plan_grace: write('plan_grace'), plan_ended: write('plan_ended') }
}

export const PLAN_TEXTS: Readonly<Record<Language, PlanTexts>> = {
  en: { push: en, mail: mailOf(en, { hello: 'Hello', see: 'Your plan:' }) },
  fr: { push: fr, mail: mailOf(fr, { hello: 'Bonjour', see: 'Votre forfait\u00a0:' }) },
}
