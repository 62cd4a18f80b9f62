/**
 * Stand-in for the parts of Stripe that the card form uses: Stripe.js with its frame, and the confirmation.
 * https://docs.stripe.com/js/initializing, https://docs.stripe.com/js/payment_intents/confirm_payment
 */
import type { BrowserContext, Route } from '@playwright/test'

/** Stripe's test card that every bank declines. */
export const DECLINED_CARD = '4000000000000002'
export const GOOD_CARD = '4242424242424242'

/**
 * Served as https://js.stripe.com/<release>/stripe.js. Card numbers stay in the frame; the page only gets the outcome.
 */
const SCRIPT = String.raw`
window.Stripe = function Stripe(key, options) {
  let frame
  const elements = ({ clientSecret }) => ({
    clientSecret,
    create: (kind) => ({
      mount(host) {
        frame = document.createElement('iframe')
        frame.title = 'Secure payment input frame'
        frame.src = 'https://js.stripe.com/inner?' + new URLSearchParams({ kind, key, locale: options.locale, secret: clientSecret })
        host.append(frame)
      },
    }),
  })
  const confirmPayment = ({ elements, confirmParams }) => new Promise((resolve) => {
    addEventListener('message', function told({ origin, data }) {
      if (origin !== 'https://js.stripe.com') return
      removeEventListener('message', told)
      if (data.error) resolve({ error: data.error })
      else location.assign(confirmParams.return_url + '&payment_intent=' + data.id + '&redirect_status=succeeded')
    })
    frame.contentWindow.postMessage('confirm', 'https://js.stripe.com')
  })
  return { elements, confirmPayment, _registerWrapper() {}, registerAppInfo() {} }
}
window.Stripe.version = 'endive'
`

const FRAME = String.raw`<!doctype html><html lang="en"><title>Card</title><label>Card number <input></label><script>
addEventListener('message', async ({ source, origin, data }) => {
  if (data !== 'confirm') return
  const secret = new URLSearchParams(location.search).get('secret')
  const body = new URLSearchParams({ card: document.querySelector('input').value, client_secret: secret })
  const answer = await fetch('https://api.stripe.com/v1/payment_intents/confirm', { method: 'POST', body })
  source.postMessage(await answer.json(), origin)
})
</script></html>`

/**
 * Calls `pay` with the client secret of each payment whose card is good. Returns every requested address of Stripe's.
 */
export async function routeStripe(
  context: BrowserContext,
  pay: (clientSecret: string) => void,
): Promise<readonly URL[]> {
  const asked: URL[] = []
  const confirm = (route: Route): Promise<void> => {
    const sent = new URLSearchParams(route.request().postData() ?? '')
    const secret = sent.get('client_secret') ?? ''
    const isDeclined = sent.get('card') === DECLINED_CARD
    if (!isDeclined) pay(secret)
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
    const json = isDeclined ? { error } : { id: secret.split('_secret_')[0], status: 'succeeded' }
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  }
  await context.route(/^https:\/\/([a-z]+\.)*stripe\.com\//, (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    if (url.hostname === 'api.stripe.com') return confirm(route)
    if (url.pathname === '/inner') return route.fulfill({ contentType: 'text/html', body: FRAME })
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
  })
  return asked
}
