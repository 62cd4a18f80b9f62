/** One picture of the camera, on its way to the decoder's thread. */
export interface ScanFrame {
  readonly rgba: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The decoder's answer to a frame, in the order of the frames. */
export interface ScanAnswer {
  /** Exactly as it stands in the code; null where none was read. */
  readonly text: string | null
}
