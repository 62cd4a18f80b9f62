/** A camera frame, sent to the decoder's worker. */
export interface ScanFrame {
  readonly rgba: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The decoder's answers, in the order of the frames. */
export interface ScanAnswer {
  /** Unmodified text of the code; null if none was read. */
  readonly text: string | null
}
