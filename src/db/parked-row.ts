/** The driver's note of where the car of a booking stands. Stored on this phone only, never sent. */
export interface ParkedRow {
  /** Id of the booking. */
  readonly id: string
  readonly note: string
  /** A JPEG as bytes: some browsers cannot store a Blob. */
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
