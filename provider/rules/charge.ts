/**
 * What the driver needs in order to pay; `link` is a page to open. Stored with the payment, so it must not contain any
 * secret of ours.
 */
export interface StartedCharge {
  readonly gatewayReference: string | null
  readonly link: string
  readonly clientSecret?: string
  readonly publicKey?: string
}

/** `token` is issued by the gateway and useless without our key there; it is never sent to a phone. */
export interface SavedMethod {
  readonly token: string
  readonly brand: string | null
  readonly last4: string | null
}
