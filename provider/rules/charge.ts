/** What the driver needs to pay; `link` is a page to open. Kept with the payment, so nothing secret of ours is in it. */
export interface StartedCharge {
  readonly gatewayReference: string | null
  readonly link: string
  readonly clientSecret?: string
  readonly publicKey?: string
}

/** `token` is the gateway's own and of no use without our key there; it never goes to a phone. */
export interface SavedMethod {
  readonly token: string
  readonly brand: string | null
  readonly last4: string | null
}
