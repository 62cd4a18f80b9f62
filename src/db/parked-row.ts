/** Where the car of a booking stands, as its driver noted it. Of this phone alone: never sent. */
export interface ParkedRow {
  /** Of the booking. */
  readonly id: string
  readonly note: string
  /** A JPEG; no Blob, which some browsers cannot store. */
  readonly photo: ArrayBuffer | null
  readonly position: ParkedPosition | null
  /** Epoch milliseconds. */
  readonly at: number
}

export interface ParkedPosition {
  readonly lat: number
  readonly lng: number
  readonly accuracyMetres: number
}
